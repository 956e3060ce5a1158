// What the server knows, as it changes: by server-sent events, else by polling.

const POLL = 2000;
const TRY_EVENTS_AGAIN = 30000;
const SILENCE = 12000;

async function answer(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) {
    const refusal = new Error(body.error || 'the server answered ' + response.status);
    refusal.status = response.status;
    throw refusal;
  }
  return body;
}

export const get = path => fetch('api/' + path, { credentials: 'same-origin', cache: 'no-store' }).then(answer);

export const post = (path, body) => fetch('api/' + path, {
  method: 'POST',
  credentials: 'same-origin',
  cache: 'no-store',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body ?? {}),
}).then(answer);

/**
 * Keeps telling what changes.
 *
 * @param tell called with each message
 * @param mode called with how the page is told (live, polling, lost, refused) and a problem
 */
export class Live {
  constructor(tell, mode) {
    this.tell = tell;
    this.mode = mode;
    this.known = null;
    this.running = 0;
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) this.stop();
      else if (!this.running) this.start();
    });
  }

  start() {
    this.stop();
    this.running = Math.random();
    this.listen(this.running);
  }

  /** A page that nobody sees asks for nothing. */
  stop() {
    this.running = 0;
    this.source?.close();
    this.source = null;
    clearTimeout(this.timer);
    clearTimeout(this.watchdog);
  }

  heard(message) {
    this.known = { run: message.run, version: message.version };
    this.tell(message);
  }

  listen(run) {
    let opened = false;
    const source = new EventSource('api/events');
    this.source = source;
    const wait = () => {
      clearTimeout(this.watchdog);
      this.watchdog = setTimeout(() => fail(), SILENCE);
    };
    const fail = () => {
      if (this.running !== run || this.source !== source) return;
      source.close();
      this.source = null;
      clearTimeout(this.watchdog);
      this.poll(run, Date.now() + (opened ? POLL : TRY_EVENTS_AGAIN));
    };
    source.onmessage = event => {
      if (this.running !== run) return;
      opened = true;
      wait();
      this.heard(JSON.parse(event.data));
      this.mode('live');
    };
    source.onerror = fail;
    wait();
  }

  async poll(run, eventsAgainAt) {
    if (this.running !== run) return;
    try {
      const known = this.known;
      const message = await get('elections' + (known ? '?run=' + known.run + '&after=' + known.version : ''));
      if (this.running !== run) return;
      this.heard(message);
      this.mode('polling');
    } catch (failed) {
      if (this.running !== run) return;
      if (failed.status === 401 || failed.status === 403) {
        this.mode('refused', failed.message);
        this.running = 0;
        return;
      }
      this.mode('lost', failed.status ? failed.message : 'the server does not answer');
    }
    if (Date.now() >= eventsAgainAt) this.listen(run);
    else this.timer = setTimeout(() => this.poll(run, eventsAgainAt), POLL);
  }
}
