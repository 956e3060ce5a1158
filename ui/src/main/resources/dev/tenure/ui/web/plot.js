// How long nobody led at each change of leaders, on a logarithmic scale.

import { h, svg } from './dom.js';
import { length, moment } from './format.js';

const HEIGHT = 150;
const LINES = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7];

const middle = values => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length ? sorted[Math.floor(sorted.length / 2)] : null;
};

/** Returns a sentence about the changes of one kind. */
export function summary(changes, what) {
  const known = changes.filter(change => change.millis !== null).map(change => change.millis);
  if (changes.length === 0) return 'no ' + what;
  const unknown = changes.length - known.length;
  const many = changes.length + ' ' + what + (changes.length === 1 ? '' : 's');
  if (known.length === 0) return many + ', of no known length';
  return many + ': median ' + length(middle(known)) + ', longest ' + length(Math.max(...known))
    + (unknown ? ' (' + unknown + ' of no known length)' : '');
}

export function drawPlot(place, changes, now) {
  const width = place.clientWidth;
  const known = changes.filter(change => change.millis !== null);
  const planned = changes.filter(change => change.planned);
  const others = changes.filter(change => !change.planned);
  const words = h('ul', { class: 'legend' },
    h('li', {}, svg('svg', { width: 12, height: 12, 'aria-hidden': 'true' }, mark(true, 6, 6)), summary(planned, 'hand-over')),
    h('li', {}, svg('svg', { width: 12, height: 12, 'aria-hidden': 'true' }, mark(false, 6, 6)), summary(others, 'fail-over')));
  if (!known.length || !width) {
    place.replaceChildren(words);
    return;
  }
  const longest = Math.max(100, ...known.map(change => change.millis));
  const top = LINES.find(line => line >= longest) ?? longest;
  const label = 58;
  const first = known[0].at;
  const last = Math.max(known[known.length - 1].at, first + 1);
  const x = at => label + 10 + ((at - first) / (last - first)) * (width - label - 26);
  const y = millis => HEIGHT - 18 - (Math.log10(Math.max(1, millis)) / Math.log10(top)) * (HEIGHT - 34);
  const picture = svg('svg', { width, height: HEIGHT, role: 'img', 'aria-label': 'How long nobody led at each change. The table of terms says the same.' });
  LINES.filter(line => line <= top).forEach(line => picture.append(
    svg('line', { x1: label, x2: width, y1: y(line), y2: y(line), class: 'tick' }),
    svg('text', { x: label - 8, y: y(line) + 4, class: 'tick-text', 'text-anchor': 'end' }, line < 1000 ? line + ' ms' : line / 1000 + ' s')));
  known.forEach(change => picture.append(svg('g', {},
    svg('title', {}, moment(change.at, now) + ': ' + change.from + ' → ' + change.to + ' after ' + length(change.millis) + '\n' + change.cause),
    mark(change.planned, x(change.at), y(change.millis)))));
  place.replaceChildren(words, picture);
}

/** A circle for a hand-over, a diamond for a fail-over: colour alone would not do. */
function mark(planned, x, y) {
  return planned
    ? svg('circle', { cx: x, cy: y, r: 4.5, class: 'planned' })
    : svg('path', { d: 'M' + x + ' ' + (y - 6) + 'l6 6l-6 6l-6 -6z', class: 'unplanned' });
}
