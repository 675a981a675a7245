// The shop's page. Card number and security code are typed into frames of the gateway, so this script only gets a token.
import { texts } from './texts.js'

const text = texts[document.documentElement.lang]
const byId = (id) => document.getElementById(id)
const form = byId('card')
const button = byId('pay')

async function callStep(step, fields = {}) {
  const response = await fetch(`/checkout/${step}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...fields, order: session?.order }),
  })
  if (!response.ok) throw Object.assign(new Error(step), { status: response.status })
  return response.json()
}

/** @type {{ order: string, transaction_uuid: string, jwt: string, likuta: string } | undefined} */
let session
let microform

start().catch(() => show(text.unavailable, text.unavailableText))

async function start() {
  session = await callStep('start')
  const Flex = await loadLibrary(session.jwt)
  microform = new Flex(session.jwt).microform('card', { styles: fieldStyles() })
  await Promise.all([
    field('number', { 'aria-label': text.number, placeholder: '1234 5678 9012 3456' }),
    field('securityCode', { 'aria-label': text.code, placeholder: '123' }),
  ])
  button.disabled = false
}

/** The context names the library's URL and hash; the browser refuses to run a script with another hash. */
function loadLibrary(jwt) {
  const bytes = Uint8Array.from(atob(jwt.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')), (c) =>
    c.charCodeAt(0),
  )
  const { clientLibrary, clientLibraryIntegrity } = JSON.parse(new TextDecoder().decode(bytes)).ctx[0].data
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    Object.assign(script, { src: clientLibrary, integrity: clientLibraryIntegrity, crossOrigin: 'anonymous' })
    script.onload = () => resolve(window.Flex)
    script.onerror = reject
    document.head.append(script)
  })
}

function field(name, options) {
  const box = byId(name)
  const created = microform.createField(name, {
    ...options,
    title: options['aria-label'],
    'aria-required': true,
  })
  box.previousElementSibling.addEventListener('click', () => created.focus())
  created.on('focus', () => box.classList.add('focused'))
  created.on('blur', () => box.classList.remove('focused'))
  created.on('inputSubmitRequest', () => form.requestSubmit())
  return new Promise((resolve, reject) => {
    created.on('load', resolve)
    created.on('error', reject)
    created.load(box)
  })
}

function fieldStyles() {
  const { color, fontFamily, fontSize } = getComputedStyle(byId('expiry'))
  return { input: { color, 'font-family': fontFamily, 'font-size': fontSize, 'line-height': '24px' } }
}

byId('expiry').addEventListener('input', ({ target, inputType }) => {
  const digits = target.value.replace(/\D/g, '').slice(0, 4)
  const open = digits.length < 2 || (digits.length === 2 && inputType === 'deleteContentBackward')
  target.value = open ? digits : `${digits.slice(0, 2)}/${digits.slice(2)}`
})

form.addEventListener('submit', (event) => {
  event.preventDefault()
  if (button.disabled) return
  button.disabled = true
  notice('')
  pay()
    .catch(({ status, message }) => {
      if (status === 410) show(text.expired, text.expiredText)
      else notice(status ? text.failed : message)
    })
    .finally(() => {
      button.disabled = false
    })
})

async function pay() {
  const [, expirationMonth, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(byId('expiry').value) ?? []
  if (!year) throw new Error(text.expiryWrong)
  const token = await createToken({ expirationMonth, expirationYear: `20${year}` })
  notice(text.verifying)
  const device = await callStep('setup', { token })
  await collectDeviceData(device)
  const enrolment = await callStep('enrol', { browser: browserFacts() })
  if (enrolment.status === 'CHALLENGE_REQUIRED' && !(await challenge(enrolment)))
    throw new Error(text.notVerified)
  notice(text.processing)
  await showOutcome(await callStep('pay'))
}

function createToken(expiry) {
  return new Promise((resolve, reject) => {
    microform.createToken(expiry, (error, token) => {
      if (error) reject(new Error(text.cardWrong))
      else resolve(token)
    })
  })
}

function browserFacts() {
  return {
    language: navigator.language,
    color_depth: String(screen.colorDepth),
    screen_height: String(screen.height),
    screen_width: String(screen.width),
    time_difference: String(new Date().getTimezoneOffset()),
    java_enabled: false,
  }
}

/** Posts the token of a 3-D Secure step into a frame. */
function postInto(frame, url, token) {
  const post = document.createElement('form')
  Object.assign(post, { method: 'post', action: url, target: frame.name, hidden: true })
  const input = Object.assign(document.createElement('input'), { name: 'JWT', value: token })
  post.append(input)
  document.body.append(post)
  post.submit()
  post.remove()
}

function newFrame(title) {
  const frame = document.createElement('iframe')
  return Object.assign(frame, { name: `frame-${Date.now()}`, title })
}

/** Resolves with the wanted message from an origin, or with undefined when `limit` has passed or `stop` fires. */
function waitForMessage(origin, isWanted, { limit, stop }) {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const finish = (value) => {
      listening.abort()
      resolve(value)
    }
    const { signal } = listening
    addEventListener('message', (event) => event.origin === origin && isWanted(event.data) && finish(true), {
      signal,
    })
    if (limit) setTimeout(finish, limit)
    stop?.addEventListener('close', () => finish(undefined), { signal })
  })
}

/** The bank collects device data in an invisible frame; after five seconds the payment continues without it. */
async function collectDeviceData({ url, access_token }) {
  const frame = newFrame('3-D Secure')
  frame.className = 'device'
  frame.setAttribute('aria-hidden', 'true')
  document.body.append(frame)
  postInto(frame, url, access_token)
  await waitForMessage(new URL(url).origin, (data) => String(data).includes('profile.completed'), {
    limit: 5000,
  })
  frame.remove()
}

/** The bank's challenge in a visible frame. Its message is not trusted, because the charge verifies the result. */
async function challenge({ url, access_token }) {
  const dialog = byId('bank')
  const frame = newFrame(text.bank)
  byId('bank-frame').replaceChildren(frame)
  dialog.showModal()
  postInto(frame, url, access_token)
  const isOurs = (data) =>
    data?.type === 'likuta.3ds.complete' && data.transaction_uuid === session.transaction_uuid
  const done = await waitForMessage(session.likuta, isOurs, { stop: dialog })
  dialog.close()
  return done
}

byId('bank-close').addEventListener('click', () => byId('bank').close())

/** Shows the outcome of the charge; whether goods are shipped depends on the webhook. */
async function showOutcome(outcome) {
  for (let requestCount = 0; outcome.status === 'PENDING' && requestCount < 60; requestCount += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    outcome = await callStep('look')
  }
  if (outcome.status === 'SUCCESS') show(text.thanks, text.thanksText, true)
  else if (outcome.status === 'FAILED') show(text.declined, `${reasonOf(outcome)}. ${text.nothingCharged}`)
  else show(text.unconfirmed, text.unconfirmedText, true)
}

function reasonOf({ reason_code, message }) {
  return text.reasons[reason_code] || text.refused || message
}

function notice(text) {
  byId('notice').textContent = text
}

function show(title, text, isFinal = false) {
  notice('')
  byId('checkout').hidden = true
  byId('outcome').hidden = false
  byId('outcome-title').textContent = title
  byId('outcome-text').textContent = text
  byId('again').hidden = isFinal
  byId('outcome-title').focus()
}

byId('again').addEventListener('click', () => location.reload())
