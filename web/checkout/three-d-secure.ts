// What the bank of the card wants of the browser: facts about the device in a frame nobody sees, and a challenge in
// a frame everybody sees. Both start by posting a token into the frame.

function postInto(frame: HTMLIFrameElement, action: string, token: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  form.target = frame.name
  const field = document.createElement('input')
  field.type = 'hidden'
  field.name = 'JWT'
  field.value = token
  form.append(field)
  document.body.append(form)
  form.submit()
  form.remove()
}

export function browserFacts(): object {
  return {
    language: chosenLanguage(),
    color_depth: String(screen.colorDepth),
    screen_height: String(screen.height),
    screen_width: String(screen.width),
    time_difference: String(new Date().getTimezoneOffset()),
    java_enabled: false,
  }
}

/** The bank's page should speak as this one does. */
function chosenLanguage(): string {
  const { lang } = document.documentElement
  return navigator.language.startsWith(lang) ? navigator.language : lang
}

/** Ends when the bank has what it wants, or after five seconds: then the payment goes on without. */
export function collectDeviceData(url: string, token: string): Promise<void> {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe')
    frame.name = `device-${Date.now()}`
    frame.className = 'device'
    frame.title = '3-D Secure'
    frame.tabIndex = -1
    frame.setAttribute('aria-hidden', 'true')
    const done = () => {
      clearTimeout(timer)
      removeEventListener('message', listen)
      frame.remove()
      resolve()
    }
    const listen = (event: MessageEvent) => {
      if (event.origin === new URL(url).origin && isCompleted(event.data)) done()
    }
    const timer = setTimeout(done, 5_000)
    addEventListener('message', listen)
    document.body.append(frame)
    postInto(frame, url, token)
  })
}

function isCompleted(data: unknown): boolean {
  try {
    const message = (typeof data === 'string' ? JSON.parse(data) : data) as { MessageType?: string } | null
    return message?.MessageType === 'profile.completed'
  } catch {
    return false
  }
}

/** Puts the challenge into a new frame: an old one could still hold a page of an earlier attempt. */
export function startChallenge(link: HTMLElement, title: string, url: string, token: string): void {
  const frame = document.createElement('iframe')
  frame.name = `challenge-${Date.now()}`
  frame.title = title
  link.replaceChildren(frame)
  frame.addEventListener('load', () => frame.focus(), { once: true })
  postInto(frame, url, token)
}

/** Calls back when our own page inside the frame tells that the bank is done. */
export function onChallengeDone(transactionUuid: string, done: () => void): void {
  addEventListener('message', ({ origin, data }: MessageEvent) => {
    if (origin !== location.origin || typeof data !== 'object' || data === null) return
    if (data.type === 'likuta.3ds.complete' && data.transaction_uuid === transactionUuid) done()
  })
}

let release = () => {}

/**
 * One tab at a time shows the challenge. False: another one does.
 * @param lost called when another tab takes it over.
 */
export function holdChallenge(name: string, onTakeover: boolean, lost: () => void): Promise<boolean> {
  letChallengeGo()
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    const onLock = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock && new Promise<void>((letGo) => (release = letGo))
    }
    locks.request(name, onTakeover ? { steal: true } : { ifAvailable: true }, onLock).catch(lost)
  })
}

export function letChallengeGo(): void {
  release()
  release = () => {}
}
