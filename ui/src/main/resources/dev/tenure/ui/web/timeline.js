// Who led when: a lane for each leader, and one for the times when nobody did.

import { h, svg } from './dom.js';
import { byName, colours, length, moment } from './format.js';

const RANGES = [['15 min', 9e5], ['1 h', 36e5], ['6 h', 216e5], ['24 h', 864e5]];
const LANE = 26;
const MOST_LANES = 12;
const TICKS = [1e3, 5e3, 15e3, 3e4, 6e4, 3e5, 9e5, 18e5, 36e5, 108e5, 216e5, 432e5, 864e5, 6048e5];
const ENDS = {
  current: 'leads now',
  resigned: 'resigned',
  lost: 'lost its term',
  silent: 'ended without a word',
};

export const endWord = term => ENDS[term.end] ?? term.end;

/** Returns the pieces to draw: terms with a beginning and an end on the screen, and the gaps between them. */
export function pieces(terms, now) {
  const bars = [];
  const gaps = [];
  terms.forEach((term, i) => {
    const next = terms[i + 1];
    const to = term.to ?? (term.end === 'current' ? now : null);
    const from = term.from ?? to;
    if (from === null) return;
    const known = to !== null;
    const end = known ? to : next?.from ?? from;
    bars.push({ term, from, to: Math.max(from, end), known });
    const nextFrom = next ? next.from : term.end === 'current' ? null : now;
    if (known && nextFrom !== null && nextFrom > end) {
      gaps.push({ from: end, to: nextFrom, open: !next, cause: term.cause || 'no word from ' + term.leader });
    }
  });
  return { bars, gaps };
}

export class Timeline {
  constructor() {
    this.terms = [];
    this.span = 36e5;
    this.until = null;
    this.buttons = [...RANGES, ['all', 0]].map(([label, span]) =>
      h('button', { type: 'button', class: 'quiet', onclick: () => this.range(span) }, label));
    this.canvas = h('div', { class: 'canvas', tabindex: '0', role: 'group', 'aria-label':
      'Timeline. Arrow keys move it, plus and minus zoom. The table of terms below says the same.', onkeydown: event => this.key(event) });
    this.canvas.addEventListener('wheel', event => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY < 0 ? 0.8 : 1.25);
    }, { passive: false });
    this.element = h('div', { class: 'timeline' },
      h('div', { class: 'zoom', role: 'group', 'aria-label': 'Range of the timeline' }, this.buttons,
        h('button', { type: 'button', class: 'quiet', 'aria-label': 'earlier', onclick: () => this.move(-0.5) }, '◀'),
        h('button', { type: 'button', class: 'quiet', 'aria-label': 'later', onclick: () => this.move(0.5) }, '▶'),
        h('button', { type: 'button', class: 'quiet', onclick: () => { this.until = null; this.draw(); } }, 'now')),
      this.canvas);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  /** Takes new terms; {@code clock} returns the time of the server. */
  update(terms, clock) {
    this.clock = clock;
    const first = this.terms.length === 0;
    this.terms = terms;
    if (first && terms.length) {
      const age = clock() - (terms[0].from ?? terms[0].to ?? clock());
      this.span = RANGES.map(range => range[1]).find(span => span >= age) ?? 864e5;
    }
    this.draw();
  }

  range(span) {
    const oldest = Math.min(...this.terms.map(term => term.from ?? term.to ?? this.clock()));
    this.span = span || Math.max(6e4, (this.clock() - oldest) * 1.02);
    this.until = null;
    this.draw();
  }

  zoom(factor) {
    const end = this.until ?? this.clock();
    const middle = end - this.span / 2;
    this.span = Math.min(6048e5, Math.max(5e3, this.span * factor));
    if (this.until !== null) this.until = middle + this.span / 2;
    this.draw();
  }

  move(share) {
    const end = (this.until ?? this.clock()) + share * this.span;
    this.until = end >= this.clock() ? null : end;
    this.draw();
  }

  key(event) {
    const does = { ArrowLeft: () => this.move(-0.2), ArrowRight: () => this.move(0.2), '+': () => this.zoom(0.7), '-': () => this.zoom(1.4) };
    if (does[event.key]) {
      event.preventDefault();
      does[event.key]();
    }
  }

  draw() {
    const width = this.canvas.clientWidth;
    if (!width || !this.clock) return;
    const now = this.clock();
    const end = this.until ?? now;
    const begin = end - this.span;
    const { bars, gaps } = pieces(this.terms, now);
    const inside = bars.filter(bar => bar.to >= begin && bar.from <= end);
    const names = [...new Set(inside.map(bar => bar.term.leader))].sort(byName).slice(0, MOST_LANES);
    const colour = colours(this.terms.map(term => term.leader));
    const label = Math.min(170, Math.max(70, width * 0.22));
    const x = at => label + ((Math.min(end, Math.max(begin, at)) - begin) / this.span) * (width - label - 6);
    const height = (names.length + 1) * LANE + 26;
    const picture = svg('svg', { width, height, role: 'img', 'aria-label': 'Terms from ' + moment(begin) + ' to ' + moment(end) });
    this.axis(picture, begin, end, x, height - 20, width);
    names.forEach((name, lane) => {
      picture.append(this.lane(name, lane, label));
      inside.filter(bar => bar.term.leader === name).forEach(bar => picture.append(this.bar(bar, lane, x, colour.get(name), now)));
    });
    picture.append(this.lane('nobody', names.length, label, 'faint'));
    gaps.filter(gap => gap.to >= begin && gap.from <= end).forEach(gap => picture.append(this.gap(gap, names.length, x)));
    this.canvas.replaceChildren(picture);
    this.buttons.forEach((button, i) => {
      const pressed = i < RANGES.length && this.until === null && this.span === RANGES[i][1];
      button.setAttribute('aria-pressed', String(pressed));
    });
  }

  lane(name, lane, label, more = '') {
    const room = Math.floor(label / 7.2);
    const text = name.length > room ? name.slice(0, room - 1) + '…' : name;
    return svg('g', {}, svg('title', {}, name),
      svg('text', { x: 0, y: lane * LANE + 17, class: 'lane ' + more }, text));
  }

  bar(bar, lane, x, colour, now) {
    const from = x(bar.from);
    const { term } = bar;
    const lasted = bar.known ? ', ' + length(bar.to - bar.from) : '';
    const title = term.leader + ', token ' + term.token + '\n' + (term.from ? 'from ' + moment(term.from, now) : 'begin not known')
      + lasted + '\n' + endWord(term) + (term.cause ? ': ' + term.cause : '');
    return svg('rect', {
      x: from, y: lane * LANE + 4, width: Math.max(2, x(bar.to) - from), height: LANE - 8, rx: 3,
      class: 'term ' + colour + (bar.known ? '' : ' guessed') + (term.end === 'current' ? ' current' : ''),
    }, svg('title', {}, title));
  }

  gap(gap, lane, x) {
    const from = x(gap.from);
    return svg('rect', { x: from, y: lane * LANE + 4, width: Math.max(2, x(gap.to) - from), height: LANE - 8, rx: 3, class: 'gap' },
      svg('title', {}, 'nobody led for ' + length(gap.to - gap.from) + (gap.open ? ' so far' : '') + '\n' + gap.cause));
  }

  axis(picture, begin, end, x, bottom, width) {
    const step = TICKS.find(tick => (end - begin) / tick <= Math.max(2, width / 110)) ?? TICKS[TICKS.length - 1];
    const zone = new Date(end).getTimezoneOffset() * 6e4;
    for (let at = Math.ceil((begin - zone) / step) * step + zone; at <= end; at += step) {
      picture.append(svg('line', { x1: x(at), x2: x(at), y1: 0, y2: bottom, class: 'tick' }));
      const text = moment(at, step >= 864e5 ? 0 : at);
      const anchor = x(at) > width - 34 ? 'end' : 'middle';
      picture.append(svg('text', { x: x(at), y: bottom + 15, class: 'tick-text', 'text-anchor': anchor }, step < 6e4 ? text : text.slice(0, -3)));
    }
  }
}
