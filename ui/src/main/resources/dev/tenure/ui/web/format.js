// Words for times, and what a row means.

const collator = new Intl.Collator('en', { numeric: true });
export const byName = (a, b) => collator.compare(a, b);

/** Returns a length of time in one or two units, such as 4 min 10 s. */
export function length(millis) {
  if (millis < 0) millis = 0;
  if (millis < 1000) return Math.round(millis) + ' ms';
  if (millis < 10000) return (millis / 1000).toFixed(1) + ' s';
  const s = Math.floor(millis / 1000);
  if (s < 60) return s + ' s';
  if (s < 3600) return Math.floor(s / 60) + ' min' + (s < 600 && s % 60 ? ' ' + (s % 60) + ' s' : '');
  if (s < 86400) return Math.floor(s / 3600) + ' h ' + Math.floor((s % 3600) / 60) + ' min';
  return Math.floor(s / 86400) + ' d ' + Math.floor((s % 86400) / 3600) + ' h';
}

const two = n => String(n).padStart(2, '0');

/** Returns the time of day, with the date if it is not today. */
export function moment(millis, now = Date.now()) {
  const at = new Date(millis);
  const clock = two(at.getHours()) + ':' + two(at.getMinutes()) + ':' + two(at.getSeconds());
  const sameDay = at.toDateString() === new Date(now).toDateString();
  return sameDay ? clock : at.getFullYear() + '-' + two(at.getMonth() + 1) + '-' + two(at.getDate()) + ' ' + clock;
}

/** Returns how an election stands: led, expired (its lease ran out), free or unreadable. */
export function standing(row, now) {
  if (row.state !== 'held') return row.state;
  return row.ends > now ? 'led' : 'expired';
}

export const isVacant = standing => standing === 'free' || standing === 'expired';

const COLOURS = 8;

function hash(text) {
  let value = 7;
  for (let i = 0; i < text.length; i++) value = (value * 31 + text.charCodeAt(i)) >>> 0;
  return value % COLOURS;
}

/** Gives each name a colour class: mostly the same everywhere, and no two names the same while there are enough. */
export function colours(names) {
  const given = new Map();
  const taken = new Set();
  for (const name of [...new Set(names)].sort(byName)) {
    let colour = hash(name);
    for (let i = 0; i < COLOURS && taken.has(colour) && taken.size < COLOURS; i++) colour = (colour + 1) % COLOURS;
    taken.add(colour);
    given.set(name, 'c' + colour);
  }
  return given;
}
