// One election: its leader and lease, who stands, and its terms.

import { find, h, say, show } from './dom.js';
import { colours, length, moment, standing } from './format.js';
import { leaseBar } from './list.js';
import { endWord, Timeline } from './timeline.js';
import { drawPlot } from './plot.js';
import { askLeader, session } from './actions.js';
import { get } from './live.js';

const AGAIN = 2000;

export class Detail {
  constructor(row, context) {
    this.context = context;
    this.row = row;
    this.data = null;
    this.key = '';
    this.place = find('detail');
    this.leader = h('p', { class: 'leader' });
    this.facts = h('dl', { class: 'facts' });
    this.lease = leaseBar();
    this.resign = h('button', { type: 'button', id: 'resign', onclick: () => askLeader(this.row, null, text => this.tell(text)) }, 'Ask to resign');
    this.told = h('p', { class: 'told', role: 'status' });
    this.roster = h('div', { class: 'wide' });
    this.timeline = new Timeline();
    this.plot = h('div', { class: 'plot' });
    this.terms = h('div', { class: 'wide' });
    this.rest = h('div', {},
      h('h3', {}, 'Candidates'), this.roster,
      h('h3', {}, 'Terms'), this.timeline.element,
      h('h3', {}, 'How long nobody led'), this.plot,
      this.terms);
    this.place.replaceChildren(
      h('div', { class: 'detail-head' }, h('h2', {}, row.election), h('a', { href: '#/', class: 'close', 'aria-label': 'Close ' + row.election }, '✕')),
      this.leader, this.lease, this.facts, this.resign, this.told, this.rest);
    this.place.setAttribute('aria-label', 'Election ' + row.election);
    show(this.place, true);
    this.sizes = new ResizeObserver(() => this.drawPlot());
    this.sizes.observe(this.plot);
    this.ask();
  }

  close() {
    clearTimeout(this.timer);
    this.closed = true;
    this.sizes.disconnect();
    show(this.place, false);
    this.place.replaceChildren();
  }

  tell(text) {
    say(this.told, text + '.');
    this.ask();
  }

  /** Asks for roster and history; both are kept by the store, and read for all viewers together. */
  async ask() {
    clearTimeout(this.timer);
    try {
      const answer = await get('elections/' + this.row.id);
      if (this.closed) return;
      if (answer.detail) {
        this.data = answer.detail;
        this.drawData();
      }
    } catch {
      // the line at the top of the page says that the server does not answer
    }
    if (!this.closed) this.timer = setTimeout(() => this.ask(), this.data ? AGAIN : 250);
  }

  /** Takes the row as it is now; asks again at once if it shows another term. */
  update(row) {
    const other = row.token !== this.row.token || row.state !== this.row.state;
    this.row = row;
    this.tick();
    if (other) {
      say(this.told, '');
      this.ask();
    }
  }

  tick() {
    const now = this.context.now;
    const { row } = this;
    const how = standing(row, now);
    const words = {
      led: row.leader + ' leads',
      expired: 'Nobody leads: the lease of ' + row.leader + ' ran out',
      free: 'Nobody leads',
      unreadable: 'The record is unreadable: ' + row.problem,
    };
    say(this.leader, words[how]);
    this.leader.className = 'leader ' + how;
    this.lease.update(row, now);
    const facts = [
      ['Since', row.since ? moment(row.since, now) + ' (' + length(now - row.since) + ')' : '–'],
      ['Token', row.token ?? '–'],
      ['Lease', row.ttl ? length(row.ttl) + (row.exact ? ', by the clock of the store' : ', an estimate by the clock of its leader') : '–'],
      ['Trust', row.ttl ? 'ends ' + length(row.margin) + ' before the lease, or earlier' : '–'],
      ['Instance', row.instance ?? '–'],
      ['Address', row.address ?? '–'],
      ['Store', this.context.stores[row.store]?.label ?? ''],
    ];
    if (this.facts.children.length === 0) {
      this.facts.append(...facts.map(([name]) => h('div', {}, h('dt', {}, name), h('dd'))));
    }
    facts.forEach(([, value], i) => say(this.facts.children[i].lastChild, value));
    show(this.resign, session.mayAct && how === 'led' && this.context.stores[row.store]?.requests);
    if (this.context.second % 5 === 0) this.drawTimes();
  }

  drawTimes() {
    const terms = this.data?.terms;
    if (terms) this.timeline.update(terms, () => this.context.clock());
  }

  drawData() {
    const { terms } = this.data;
    this.drawTimes();
    const key = JSON.stringify(this.data) + session.mayAct + this.row.token;
    if (key === this.key) return;
    this.key = key;
    this.drawRoster();
    show(this.timeline.element, terms !== null);
    if (terms === null) {
      this.terms.replaceChildren(h('p', { class: 'empty' }, 'This store keeps no history.'));
      this.plot.replaceChildren();
      return;
    }
    this.drawPlot();
    this.drawTerms(terms);
  }

  drawPlot() {
    if (this.data?.changes) drawPlot(this.plot, this.data.changes, this.context.now);
  }

  drawRoster() {
    const { roster } = this.data;
    if (!roster?.length) {
      this.roster.replaceChildren(h('p', { class: 'empty' }, roster ? 'Nobody stands here.' : 'This store keeps no roster.'));
      return;
    }
    const colour = colours((this.data.terms ?? []).map(term => term.leader).concat(roster.map(member => member.name)));
    const rows = [...roster].sort((a, b) => a.priority - b.priority || a.name.localeCompare(b.name)).map(member => {
      const leads = member.instance === this.row.instance && standing(this.row, this.context.now) === 'led';
      const give = session.mayAct && this.row.state === 'held' && !leads && member.able && this.context.stores[this.row.store]?.requests;
      return h('tr', {},
        h('th', { scope: 'row' }, h('span', { class: 'dot ' + colour.get(member.name), 'aria-hidden': 'true' }), member.name),
        h('td', {}, leads ? 'leads' : member.able ? 'able to lead' : 'not able'),
        h('td', {}, member.priority),
        h('td', {}, member.version || '–'),
        h('td', {}, moment(member.lastSeen, this.context.now)),
        h('td', {}, member.address ?? '–'),
        h('td', {}, give && h('button', { type: 'button', class: 'quiet transfer', 'data-to': member.instance,
          onclick: () => askLeader(this.row, member, text => this.tell(text)) }, 'Hand over to it')));
    });
    const titles = ['Name', 'State', 'Priority', 'Version', 'Last seen', 'Address', ''];
    this.roster.replaceChildren(h('table', { class: 'plain' },
      h('thead', {}, h('tr', {}, titles.map(title => h('th', { scope: 'col' }, title)))), h('tbody', {}, rows)));
  }

  drawTerms(terms) {
    const now = this.context.now;
    const gapBefore = new Map((this.data.changes ?? []).map(change => [change.at, change]));
    const rows = [...terms].reverse().slice(0, 100).map(term => {
      const gap = gapBefore.get(term.from);
      return h('tr', {},
        h('th', { scope: 'row' }, term.leader),
        h('td', {}, term.token),
        h('td', {}, term.from ? moment(term.from, now) : 'not known'),
        h('td', {}, term.end === 'current' ? 'goes on' : term.to && term.from ? length(term.to - term.from) : 'not known'),
        h('td', {}, endWord(term) + (term.cause ? ': ' + term.cause : '')),
        h('td', {}, gap ? (gap.millis === null ? 'not known' : length(gap.millis)) : '–'));
    });
    const titles = ['Leader', 'Token', 'From', 'Lasted', 'End', 'Nobody before'];
    this.terms.replaceChildren(h('table', { class: 'plain terms' }, h('caption', { class: 'unseen' }, 'Terms, the latest first'),
      h('thead', {}, h('tr', {}, titles.map(title => h('th', { scope: 'col' }, title)))), h('tbody', {}, rows)));
  }
}
