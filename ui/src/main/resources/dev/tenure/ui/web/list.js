// The table of elections: a page of rows, whatever the number of elections.

import { find, h, say } from './dom.js';
import { byName, colours, isVacant, length, moment, standing } from './format.js';

const PER_PAGE = 50;
let page = 0;
let cells = new Map();
let shown = [];
let table = null;

/** Returns the elections that the filters let through, in order. */
export function chosen(rows, filters, now) {
  const words = filters.search.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = [];
  for (const row of rows.values()) {
    const how = standing(row, now);
    if (filters.store !== 'all' && row.store !== Number(filters.store)) continue;
    if (filters.show === 'vacant' ? !isVacant(how) : filters.show !== 'all' && how !== filters.show) continue;
    const text = (row.election + ' ' + (row.leader ?? '')).toLowerCase();
    if (words.every(word => text.includes(word))) wanted.push(row);
  }
  const name = (a, b) => byName(a.election, b.election) || a.store - b.store;
  const vacant = row => (isVacant(standing(row, now)) ? 0 : 1);
  if (filters.order === 'new') return wanted.sort((a, b) => (b.since ?? 0) - (a.since ?? 0) || name(a, b));
  if (filters.order === 'vacant') return wanted.sort((a, b) => vacant(a) - vacant(b) || name(a, b));
  return wanted.sort(name);
}

export function firstPage() {
  page = 0;
}

/** Returns the numbers of the elections on the screen. */
export const onScreen = () => shown.map(row => row.id);

export const address = row => '#/' + row.store + '/' + encodeURIComponent(row.election);

/** A bar that shows how much of the lease is left, and by when at the latest its leader must stop trusting it. */
export function leaseBar() {
  const left = h('span', { class: 'left' });
  const trust = h('span', { class: 'trust', title: 'trust ends here at the latest' });
  const bar = h('span', { class: 'bar', 'aria-hidden': 'true' }, left, trust);
  const text = h('span', { class: 'lease-text' });
  const whole = h('span', { class: 'lease' }, bar, text);
  whole.update = (row, now) => {
    const how = standing(row, now);
    bar.hidden = row.state !== 'held';
    if (row.state === 'held') {
      const rest = Math.max(0, row.ends - now);
      left.style.transform = 'scaleX(' + Math.min(1, rest / row.ttl) + ')';
      trust.style.left = (100 * row.margin) / row.ttl + '%';
      say(text, rest > 0 ? (row.exact ? '' : '≈ ') + length(rest) : 'ran out ' + length(now - row.ends) + ' ago');
    } else {
      say(text, how === 'free' ? 'free' : 'unreadable');
    }
  };
  return whole;
}

function makeRow(row) {
  const leader = h('span', { class: 'name' });
  const dot = h('span', { 'aria-hidden': 'true' });
  const since = h('time');
  const token = h('span', { class: 'token' });
  const store = h('span');
  const lease = leaseBar();
  const link = h('a', { href: address(row) }, row.election);
  const tr = h('tr', {},
    h('th', { scope: 'row' }, link),
    h('td', { 'data-label': 'Leader' }, dot, leader),
    h('td', { 'data-label': 'For' }, since),
    h('td', { 'data-label': 'Token' }, token),
    h('td', { 'data-label': 'Lease' }, lease),
    h('td', { 'data-label': 'Store', class: 'of-store' }, store));
  return { tr, leader, dot, since, token, lease, store, link };
}

function updateRow(cell, row, context) {
  const how = standing(row, context.now);
  const nobody = how === 'expired' ? 'nobody: the lease of ' + row.leader + ' ran out' : 'nobody';
  say(cell.leader, how === 'led' ? row.leader : how === 'unreadable' ? 'not known' : nobody);
  cell.dot.className = 'dot ' + (how === 'led' ? context.colour.get(row.leader) : 'none');
  cell.tr.className = how === 'led' ? '' : how;
  say(cell.since, how === 'led' ? length(context.now - row.since) : '–');
  cell.since.title = row.since ? 'since ' + moment(row.since, context.now) : '';
  say(cell.token, row.token ?? '–');
  say(cell.store, context.stores[row.store]?.label ?? '');
  cell.lease.update(row, context.now);
  if (context.selected === row.id) cell.link.setAttribute('aria-current', 'true');
  else cell.link.removeAttribute('aria-current');
}

function pager(count, context) {
  const last = Math.max(0, Math.ceil(count / PER_PAGE) - 1);
  const go = to => {
    page = to;
    context.again();
  };
  const first = page * PER_PAGE;
  return h('nav', { class: 'pager', 'aria-label': 'Pages' },
    h('button', { type: 'button', class: 'quiet', id: 'previous', disabled: page === 0, onclick: () => go(page - 1) }, '← Previous'),
    h('span', { id: 'range' }, count === 0 ? 'none' : first + 1 + '–' + Math.min(count, first + PER_PAGE) + ' of ' + count.toLocaleString('en')),
    h('button', { type: 'button', class: 'quiet', id: 'next', disabled: page >= last, onclick: () => go(page + 1) }, 'Next →'));
}

function frame() {
  const head = ['Election', 'Leader', 'For', 'Token', 'Lease'];
  const body = h('tbody');
  const whole = h('table', { class: 'elections' },
    h('caption', { class: 'unseen' }, 'Elections, their leaders and leases'),
    h('thead', {}, h('tr', {}, head.map(title => h('th', { scope: 'col' }, title)), h('th', { scope: 'col', class: 'of-store' }, 'Store'))),
    body);
  const foot = h('div');
  find('list').replaceChildren(whole, foot);
  return { whole, body, foot, key: '' };
}

/** Draws the page of the list. Elements stay in place, so that focus and selection do. */
export function drawList(wanted, context) {
  table ??= frame();
  page = Math.min(page, Math.max(0, Math.ceil(wanted.length / PER_PAGE) - 1));
  shown = wanted.slice(page * PER_PAGE, (page + 1) * PER_PAGE);
  table.whole.classList.toggle('one-store', context.stores.length < 2);
  const next = new Map();
  shown.forEach(row => next.set(row.id, cells.get(row.id) ?? makeRow(row)));
  const elements = [...next.values()].map(cell => cell.tr);
  const same = elements.length === table.body.children.length && elements.every((tr, i) => table.body.children[i] === tr);
  if (!same) table.body.replaceChildren(...elements);
  cells = next;
  context.colour = colours(shown.map(row => row.leader).filter(Boolean));
  shown.forEach(row => updateRow(cells.get(row.id), row, context));
  const key = page + ' ' + wanted.length;
  if (table.key !== key) {
    const focused = document.activeElement?.id;
    table.key = key;
    table.foot.replaceChildren(wanted.length === 0 && context.answered
      ? h('p', { class: 'empty' }, context.total === 0 ? 'No election yet: tenure run begins one.' : 'No election matches.')
      : pager(wanted.length, context));
    if (focused === 'next' || focused === 'previous') find(focused)?.focus();
  }
}

/** Lets the leases on the screen run down. */
export function tickList(context) {
  context.colour = colours(shown.map(row => row.leader).filter(Boolean));
  shown.forEach(row => updateRow(cells.get(row.id), row, context));
}
