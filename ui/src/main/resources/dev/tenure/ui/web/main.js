// Puts the page together: keeps what the server told, and draws what is on the screen.

import { find, h, say, show } from './dom.js';
import { isVacant, moment, standing } from './format.js';
import { get, Live } from './live.js';
import { chosen, drawList, firstPage, onScreen, tickList } from './list.js';
import { drawShards, sets } from './shards.js';
import { Detail } from './detail.js';
import { drawStores } from './stores.js';
import { loginByLink, openLogin, readSession, session, setUpLogin } from './actions.js';

const MOST_NEWS = 30;
const MOST_MEASURES = 1000;
const LOOK_AGAIN = 5;

const rows = new Map();
const how = new Map();
const filters = { search: '', show: 'all', order: 'name', store: 'all', view: 'list' };
const context = {
  stores: [],
  selected: null,
  second: 0,
  offset: 0,
  answered: false,
  total: 0,
  clock: () => Date.now() + context.offset,
  get now() { return this.clock(); },
  again: () => { draw(); look(); },
};
let run = null;
let detail = null;
let waiting = false;

// ---- what is told

function told(message) {
  context.offset = message.now - Date.now();
  if (message.full || message.run !== run) {
    const there = new Set(message.rows.map(row => row.id));
    for (const id of rows.keys()) if (message.run !== run || !there.has(id)) rows.delete(id);
    if (message.run !== run) how.clear();
    run = message.run;
  }
  context.stores = message.stores;
  context.answered = message.stores.every(store => store.answered || store.problem || !store.lists);
  message.gone.forEach(id => { rows.delete(id); how.delete(id); });
  message.rows.forEach(row => {
    rows.set(row.id, row);
    note(row);
  });
  context.total = rows.size;
  drawSoon();
}

/** Notes what changed for people: who leads, and who does not any more. */
function note(row) {
  const now = context.now;
  const is = standing(row, now);
  const was = how.get(row.id);
  how.set(row.id, { is, token: row.token, leader: row.leader });
  if (!was || (was.is === is && was.token === row.token)) return;
  const text = {
    led: row.leader + ' leads ' + row.election,
    expired: 'the lease of ' + row.leader + ' in ' + row.election + ' ran out: nobody leads',
    free: (was.leader ?? 'the leader') + ' gave up ' + row.election + ': nobody leads',
    unreadable: 'the record of ' + row.election + ' is unreadable',
  }[is];
  const news = find('news');
  news.prepend(h('li', { class: is, 'data-late': is === 'led' ? now - row.since : null }, h('time', {}, moment(now, now)), ' ', text));
  while (news.children.length > MOST_NEWS) news.lastChild.remove();
}

function mode(state, problem) {
  const words = { live: 'live', polling: 'polling every 2 s', lost: 'no connection', refused: 'not logged in' };
  say(find('live'), words[state]);
  find('live').className = 'live ' + state;
  say(find('trouble'), state === 'lost' ? 'What you see is old: ' + problem + '.' : state === 'refused' ? problem : '');
  show(find('trouble'), state === 'lost' || state === 'refused');
  if (state === 'refused') readSession().then(() => { if (session.hasLogin && !find('login-dialog').open) openLogin(); }, () => undefined);
}

// ---- what is drawn

function drawSoon() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    draw();
  });
}

function draw() {
  performance.mark('draw-begins');
  drawAll();
  performance.measure('draw', 'draw-begins');
  performance.clearMarks('draw-begins');
  if (performance.getEntriesByName('draw').length > MOST_MEASURES) performance.clearMeasures('draw');
}

function drawAll() {
  const wanted = chosen(rows, filters, context.now);
  const shards = filters.view === 'shards';
  show(find('list'), !shards);
  show(find('shards'), shards);
  if (shards) drawShards(wanted, context);
  else drawList(wanted, context);
  overview();
  drawStores(context.stores);
  storeFilter();
  route();
}

function overview() {
  const counts = { led: 0, vacant: 0, unreadable: 0 };
  for (const row of rows.values()) {
    const is = standing(row, context.now);
    counts[isVacant(is) ? 'vacant' : is]++;
  }
  const leaders = new Set([...rows.values()].filter(row => standing(row, context.now) === 'led').map(row => row.instance));
  const tiles = [['elections', rows.size, ''], ['led', counts.led, 'good'], ['nobody leads', counts.vacant, counts.vacant ? 'bad' : ''],
    ['leading processes', leaders.size, ''], ['unreadable', counts.unreadable, counts.unreadable ? 'bad' : '']];
  const place = find('overview');
  if (!place.children.length) place.append(...tiles.map(([name]) => h('div', { class: 'tile' }, h('strong'), h('span', {}, name))));
  tiles.forEach(([, count, kind], i) => {
    say(place.children[i].firstChild, count.toLocaleString('en'));
    place.children[i].className = 'tile ' + kind;
  });
  show(place.children[4], counts.unreadable > 0);
}

function storeFilter() {
  const select = find('store');
  show(find('store-filter'), context.stores.length > 1);
  context.stores.forEach((store, i) => {
    if (!select.options[i + 1]) select.append(h('option', { value: i }, store.label));
  });
}

/** Shows the election that the address names. */
function route() {
  const parts = /^#\/(\d+)\/(.+)$/s.exec(location.hash);
  let row = null;
  if (parts) {
    let name = null;
    try {
      name = decodeURIComponent(parts[2]);
    } catch {
      // no election has such a name
    }
    for (const one of rows.values()) if (one.election === name && one.store === Number(parts[1])) row = one;
  }
  const id = row?.id ?? null;
  if (id !== context.selected) {
    detail?.close();
    context.selected = id;
    detail = row ? new Detail(row, context) : null;
    document.body.classList.toggle('has-detail', row !== null);
    document.title = (row ? row.election + ' · ' : 'Elections · ') + 'Tenure';
    if (detail) {
      detail.tick();
      find('detail').focus({ preventScroll: innerWidth > 1100 });
      if (innerWidth <= 1100) scrollTo(0, 0);
    }
    tickList(context);
  } else if (row && detail.row !== row) {
    detail.update(row);
  }
}

/** Says what is on the screen: that is read more often. */
function look() {
  const ids = onScreen();
  if (filters.view === 'shards') ids.push(...sets(chosen(rows, filters, context.now)).flatMap(set => set.shards.map(shard => shard.row.id)));
  const some = [...new Set(ids)].slice(0, 100);
  if (some.length && !document.hidden && session.mayRead) get('look?ids=' + some.join(',')).catch(() => undefined);
}

function tick() {
  if (document.hidden) return;
  context.second++;
  if (context.second % LOOK_AGAIN === 0) look();
  for (const row of rows.values()) if (row.state === 'held' && row.ends <= context.now) note(row);
  if (filters.view === 'shards') draw();
  else tickList(context);
  overview();
  detail?.tick();
}

// ---- what people do

function choose(name, event) {
  filters[name] = event.target.value;
  firstPage();
  context.again();
}

find('filters').addEventListener('submit', event => event.preventDefault());
find('search').addEventListener('input', event => choose('search', event));
find('show').addEventListener('change', event => choose('show', event));
find('order').addEventListener('change', event => choose('order', event));
find('store').addEventListener('change', event => choose('store', event));
document.querySelectorAll('input[name=view]').forEach(radio => radio.addEventListener('change', event => choose('view', event)));
addEventListener('hashchange', () => draw());
addEventListener('keydown', event => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '');
  if (event.key === '/' && !typing) {
    event.preventDefault();
    find('search').focus();
  }
  if (event.key === 'Escape' && context.selected !== null && !document.querySelector('dialog[open]')) location.hash = '#/';
});

const live = new Live(told, mode);

async function begin() {
  await readSession();
  if (!session.mayRead && session.hasLogin) {
    mode('refused', 'Log in to see the elections.');
    return;
  }
  if (detail?.data) detail.drawData();
  live.start();
}

setUpLogin(begin);
await loginByLink();
await begin().catch(failed => mode('lost', failed.message));
setInterval(tick, 1000);
setTimeout(look, 800);
