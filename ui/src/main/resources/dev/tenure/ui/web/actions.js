// Logging in, and asking leaders to hand over.

import { find, say, show } from './dom.js';
import { get, post } from './live.js';

export const session = { mayRead: false, mayAct: false, actions: false, known: false, hasLogin: false };

export async function readSession() {
  Object.assign(session, await get('session'));
  show(find('login'), session.hasLogin && !session.known);
  show(find('logout'), session.hasLogin && session.known);
  say(find('mode'), session.mayAct ? 'may hand over' : 'read-only');
}

/** A link that the command printed carries a secret for one login. It is in no request and in no log. */
export async function loginByLink() {
  const link = /^#login=([0-9a-f]+)$/.exec(location.hash);
  if (!link) return;
  history.replaceState(null, '', location.pathname + '#/');
  await post('login', { secret: link[1] }).catch(() => undefined);
}

export function openLogin() {
  say(find('login-problem'), '');
  find('secret').value = '';
  find('login-dialog').showModal();
}

export function setUpLogin(after) {
  find('login').addEventListener('click', openLogin);
  find('login-cancel').addEventListener('click', () => find('login-dialog').close());
  find('login-form').addEventListener('submit', async event => {
    event.preventDefault();
    try {
      await post('login', { secret: find('secret').value });
      find('login-dialog').close();
      await after();
    } catch (refused) {
      say(find('login-problem'), refused.message);
      find('secret').select();
    }
  });
  find('logout').addEventListener('click', async () => {
    await post('logout').catch(() => undefined);
    await after();
  });
  find('ask-cancel').addEventListener('click', () => find('ask-dialog').close());
}

/**
 * Asks for confirmation, then asks the leader of the term on the screen.
 *
 * @param to the roster's entry of who shall lead next, or null for anyone
 */
export function askLeader(row, to, asked) {
  say(find('ask-title'), to ? 'Hand over to ' + to.name + '?' : 'Ask ' + row.leader + ' to resign?');
  say(find('ask-text'), row.leader + ' is asked to finish its work in ' + row.election + ' and to resign. '
    + (to ? to.name + ' may claim first.' : 'Another candidate leads next, if there is one that is able to.'));
  say(find('ask-send'), to ? 'Hand over' : 'Ask to resign');
  say(find('ask-problem'), '');
  const form = find('ask-form');
  form.onsubmit = async event => {
    event.preventDefault();
    find('ask-send').disabled = true;
    try {
      await post('elections/' + row.id + '/handover', to ? { token: row.token, to: to.instance } : { token: row.token });
      find('ask-dialog').close();
      asked(to ? row.leader + ' was asked to hand over to ' + to.name : row.leader + ' was asked to resign');
    } catch (refused) {
      say(find('ask-problem'), refused.message);
      if (refused.status === 401) await readSession().catch(() => undefined);
    } finally {
      find('ask-send').disabled = false;
    }
  };
  find('ask-dialog').showModal();
}
