// The browser's part in 3-D Secure: device data collection in a hidden frame, and the challenge in a visible one. Both
// start when a token is posted into the frame.

/**
 * Posts the token of a step.
 * @param target name of a frame, or `_self` for this window
 */
export function postToken(target: string, action: string, token: string): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = action
  form.target = target
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

/** The language to report, so that the bank's page uses the same language as this page. */
function chosenLanguage(): string {
  const { lang } = document.documentElement
  return navigator.language.startsWith(lang) ? navigator.language : lang
}

/** Resolves when the bank has collected its data, or after five seconds: then the payment continues without it. */
export function collectDeviceData(url: string, token: string): Promise<void> {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe')
    frame.name = `device-${Date.now()}`
    // Not by a class: the page of a merchant has styles of its own.
    Object.assign(frame.style, { position: 'absolute', left: '-99px', width: '10px', height: '10px' })
    Object.assign(frame.style, { border: '0', visibility: 'hidden' })
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
    postToken(frame.name, url, token)
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

/** Opens the challenge in a new frame, since an old frame could still show an earlier attempt. */
export function startChallenge(container: HTMLElement, title: string, url: string, token: string): void {
  const frame = document.createElement('iframe')
  frame.name = `challenge-${Date.now()}`
  frame.title = title
  container.replaceChildren(frame)
  frame.addEventListener('load', () => frame.focus(), { once: true })
  postToken(frame.name, url, token)
}

/** Calls `done` when our own page inside the frame reports that the challenge has ended. */
export function onChallengeDone(transactionUuid: string, done: () => void): void {
  addEventListener('message', ({ origin, data }: MessageEvent) => {
    if (origin !== location.origin || typeof data !== 'object' || data === null) return
    if (data.type === 'likuta.3ds.complete' && data.transaction_uuid === transactionUuid) done()
  })
}

let release = () => {}

/**
 * Takes the lock that lets only one tab show the challenge. Resolves to false when another tab holds it.
 * @param onTakeover takes the lock from the tab that holds it
 * @param lost called when another tab takes the lock
 */
export function lockChallenge(name: string, onTakeover: boolean, lost: () => void): Promise<boolean> {
  unlockChallenge()
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return Promise.resolve(true)
  return new Promise((resolve) => {
    const onLock = (lock: Lock | null) => {
      resolve(lock !== null)
      return lock && new Promise<void>((unlock) => (release = unlock))
    }
    locks.request(name, onTakeover ? { steal: true } : { ifAvailable: true }, onLock).catch(lost)
  })
}

export function unlockChallenge(): void {
  release()
  release = () => {}
}
