// Sets of shards as maps: a cell for each shard, in the colour of its leader.

import { find, h } from './dom.js';
import { byName, colours, standing } from './format.js';
import { address } from './list.js';

const MOST_CELLS = 2000;

/** Returns the sets of shards among the elections: orders/0, orders/1, … */
export function sets(rows) {
  const found = new Map();
  for (const row of rows) {
    const parts = /^(.+)\/(\d+)$/s.exec(row.election);
    if (!parts) continue;
    const key = row.store + '/' + parts[1];
    if (!found.has(key)) found.set(key, { name: parts[1], store: row.store, shards: [] });
    found.get(key).shards.push({ number: Number(parts[2]), row });
  }
  return [...found.values()].filter(set => set.shards.length > 1).sort((a, b) => byName(a.name, b.name));
}

let drawn = '';

export function drawShards(rows, context) {
  const all = sets(rows);
  const key = JSON.stringify(all.map(set => [set.name, set.store, set.shards.map(shard =>
    [shard.number, standing(shard.row, context.now) === 'led' ? shard.row.leader : standing(shard.row, context.now)])]));
  if (key === drawn) return;
  drawn = key;
  const place = find('shards');
  if (all.length === 0) {
    place.replaceChildren(h('p', { class: 'empty' }, 'No set of shards here. Elections named orders/0, orders/1, … make one.'));
    return;
  }
  let left = MOST_CELLS;
  place.replaceChildren(...all.filter(() => left > 0).map(set => {
    const part = set.shards.sort((a, b) => a.number - b.number).slice(0, left);
    left -= part.length;
    return drawSet(set, part, context);
  }));
}

function drawSet(set, shards, context) {
  const leaderOf = shard => (standing(shard.row, context.now) === 'led' ? shard.row.leader : null);
  const counts = new Map();
  shards.forEach(shard => counts.set(leaderOf(shard), (counts.get(leaderOf(shard)) ?? 0) + 1));
  const colour = colours([...counts.keys()].filter(Boolean));
  const legend = [...counts].sort((a, b) => byName(a[0] ?? '~', b[0] ?? '~')).map(([leader, count]) =>
    h('li', {}, h('span', { class: 'dot ' + (leader ? colour.get(leader) : 'none'), 'aria-hidden': 'true' }),
      (leader ?? 'nobody') + ' leads ' + count));
  const grid = shards.map(shard => {
    const leader = leaderOf(shard);
    const label = 'shard ' + shard.number + ': ' + (leader ?? 'nobody');
    return h('li', {}, h('a', { href: address(shard.row), class: 'cell ' + (leader ? colour.get(leader) : 'none'), title: label, 'aria-label': label }, shard.number));
  });
  return h('section', { class: 'set' },
    h('h3', {}, set.name, h('span', { class: 'aside' }, ' ' + set.shards.length + ' shards'
      + (context.stores.length > 1 ? ' on ' + (context.stores[set.store]?.label ?? '') : ''))),
    h('ul', { class: 'legend' }, legend),
    h('ul', { class: 'grid' }, grid));
}
