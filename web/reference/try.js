// Sends a call from the page, with keys that are typed into it and never stored. Sandbox deployments only: a production deployment
// serves an empty file in its place.
const texts = JSON.parse(document.body.dataset.texts)

/** What each kind of authentication asks for. */
const asked = {
  signature: ['key', 'secret'],
  basic: ['code', 'secret'],
  bearer: ['token'],
  none: [],
}
/** The values typed so far, by field: they fill the forms of the other calls on this page. */
const typed = {}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

function credentialField(kind, name) {
  const key = name === 'secret' ? `${kind}-secret` : name
  const isSecret = name === 'secret' || name === 'token'
  const input = element('input', {
    name,
    type: isSecret ? 'password' : 'text',
    autocomplete: 'off',
    spellcheck: false,
    required: true,
    value: typed[key] ?? '',
  })
  input.dataset.key = key
  input.addEventListener('input', () => {
    typed[key] = input.value
  })
  return element('label', {}, texts[name], input)
}

async function headersFor(kind, values, { method, address, body }) {
  if (kind === 'basic') return { Authorization: `Basic ${btoa(`${values.code}:${values.secret}`)}` }
  if (kind === 'bearer') return { Authorization: `Bearer ${values.token}` }
  if (kind !== 'signature') return {}
  const encoder = new TextEncoder()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(values.secret), algorithm, false, ['sign'])
  const message = encoder.encode(`${timestamp}\n${method}\n${address}\n${body ?? ''}`)
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, message))
  const signature = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return { 'X-API-Key': values.key, 'X-Timestamp': timestamp, 'X-Signature': signature }
}

async function send(call, form, output) {
  const values = Object.fromEntries(new FormData(form))
  const { method, authentication } = call.dataset
  const { address, body } = values
  output.hidden = false
  output.textContent = texts.sending
  try {
    const headers = await headersFor(authentication, values, { method, address, body })
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    const response = await fetch(address, { method, headers, body, credentials: 'omit', redirect: 'manual' })
    output.textContent = `${response.status || 303}\n${shown(await response.text())}`
  } catch {
    output.textContent = texts.failed
  }
}

function shown(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function formFor(call) {
  const { method, address, authentication, body } = call.dataset
  const output = element('pre', { tabIndex: 0, hidden: true })
  output.setAttribute('role', 'status')
  const form = element(
    'form',
    {},
    element('p', { textContent: texts.hint }),
    ...asked[authentication].map((name) => credentialField(authentication, name)),
    element(
      'label',
      {},
      method,
      element('input', { name: 'address', value: address, required: true, pattern: '/(?!/).*' }),
    ),
    ...(body === undefined
      ? []
      : [
          element(
            'label',
            {},
            texts.body,
            element('textarea', { name: 'body', value: body, spellcheck: false }),
          ),
        ]),
    element('button', { textContent: texts.send }),
    output,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void send(call, form, output)
  })
  return form
}

for (const call of document.querySelectorAll('.calls')) {
  const { authentication } = call.dataset
  if (!asked[authentication] || (authentication === 'signature' && !globalThis.crypto?.subtle)) continue
  const box = element('details', { className: 'try' }, element('summary', { textContent: texts.open }))
  // The form is made when it is first opened, so that a page with many calls stays light.
  box.addEventListener('toggle', () => {
    if (box.open && !box.querySelector('form')) box.append(formFor(call))
    for (const input of box.querySelectorAll('[data-key]')) input.value = typed[input.dataset.key] ?? ''
  })
  call.append(box)
}
