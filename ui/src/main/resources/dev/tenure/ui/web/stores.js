// The stores: how they are read, what is wrong with them, and what a check finds.

import { find, h, say } from './dom.js';
import { moment } from './format.js';
import { get, post } from './live.js';

const drawn = new Map();
const LEVELS = { ok: '✓', warn: '!', fail: '✗' };

export function drawStores(stores) {
  const place = find('stores');
  stores.forEach((store, number) => {
    if (!drawn.has(number)) {
      const made = make(number);
      drawn.set(number, made);
      place.append(made.element);
    }
    const { label, about, problem } = drawn.get(number);
    say(label, store.label);
    say(about, about_(store));
    say(problem, store.problem ?? '');
  });
}

function about_(store) {
  if (!store.lists) return 'This store cannot list its elections: name them with --election.';
  const much = store.elections === 1 ? '1 election' : store.elections.toLocaleString('en') + ' elections';
  return much + (store.tooMany ? ', and more that are not shown' : '') + '. Those on the screen are read every second, the others every '
    + store.readEvery + ' s.';
}

function make(number) {
  const label = h('h3');
  const about = h('p', { class: 'aside' });
  const problem = h('p', { class: 'problem', role: 'alert' });
  const findings = h('ul', { class: 'findings' });
  const button = h('button', { type: 'button', class: 'quiet', onclick: () => check(number, button, findings) }, 'Check this store');
  return { label, about, problem, element: h('div', { class: 'store' }, label, about, problem, button, findings) };
}

async function check(number, button, findings) {
  button.disabled = true;
  say(button, 'Checking …');
  try {
    let answer = await post('stores/' + number + '/check');
    while (answer.state === 'running') {
      await new Promise(later => setTimeout(later, 500));
      answer = await get('stores/' + number + '/check');
    }
    const list = (answer.findings ?? []).map(one => h('li', { class: one.level },
      h('span', { class: 'level', title: one.level }, LEVELS[one.level] ?? one.level), ' ',
      h('strong', {}, one.subject), ': ' + one.text + (one.remedy ? ': ' + one.remedy : '')));
    findings.replaceChildren(...(list.length ? list : [h('li', {}, 'This store has nothing to say about itself.')]),
      h('li', { class: 'aside' }, 'Checked at ' + moment(answer.at ?? Date.now()) + '. tenure doctor also tries an election.'));
  } catch (failed) {
    findings.replaceChildren(h('li', { class: 'fail' }, failed.message));
  } finally {
    button.disabled = false;
    say(button, 'Check this store');
  }
}
