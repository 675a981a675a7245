// The product under test and its callers: a merchant with data, one that may lose its credentials, one that only
// signs in.
import { createHmac } from 'node:crypto'
import type { Case, Member } from './requests/cases.ts'
import { type Names, naming, openNames } from './requests/names.ts'
import type { Operation } from './requests/operations.ts'
import { exchange, type Sent } from './requests/wire.ts'

export type Keys = {
  merchant_code: string
  merchant_secret: string
  api_key: string
  api_secret: string
  email: string
  password: string
}
export type Caller = Keys & { token: string }

export type Target = {
  port: number
  owner: Caller
  spare: Caller
  names: Names
  adminToken: string
  /** Members of bodies that differ from the document's examples. */
  examplesFor(operation: Operation): Record<string, unknown>
}

const password = 'correct horse battery'

/** @param sandboxUrl of the simulators, which make card tokens. */
export async function openTarget(needs: {
  port: number
  sandboxUrl: string
  adminToken: string
}): Promise<Target> {
  const { port, adminToken } = needs
  const [owner, spare, visitor] = [
    await signUp(port, 'owner'),
    await signUp(port, 'spare'),
    await signUp(port, 'visitor'),
  ]
  const names = openNames({ merchant_code: spare.merchant_code, environment: 'sandbox', operator: 'airtel' })
  const target: Target = {
    port,
    owner,
    spare,
    names,
    adminToken,
    examplesFor: ({ template }) => ({
      ...(/login|session/.test(template) && { email: visitor.email, password }),
      ...(template.endsWith('/orders') ||
      template.endsWith('/inbound') ||
      template.endsWith('-links') ||
      template.endsWith('/callback')
        ? { callback_url: `http://localhost:${port}/api/v1/test/test-callback` }
        : {}),
      ...(template.endsWith('/clock') && { forward: 'PT1S' }),
    }),
  }
  await openThings(target, needs.sandboxUrl)
  return target
}

/** One call that must succeed. */
async function send(
  port: number,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<any> {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const sent: Sent = {
    method,
    path,
    headers: { ...(bytes && { 'content-type': 'application/json' }), ...headers },
    body: bytes,
    framing: { as: 'length' },
  }
  const [response] = (await exchange(port, sent)).responses
  if (!response || response.status >= 300)
    throw new Error(`${method} ${path}: ${response?.status} ${response?.text}`)
  return response.body
}

async function signUp(port: number, name: string): Promise<Caller> {
  const email = `${name}@fuzz.example`
  const { data } = await send(port, 'POST', '/api/v1/merchant/signup', { name, email, password })
  return { ...data, password, token: await signIn(port, email) }
}

async function signIn(port: number, email: string): Promise<string> {
  return (await send(port, 'POST', '/api/v1/merchant/login', { email, password })).data.access_token
}

/** Creates a paid payment, an unpaid one, a link, a transfer, and funds. */
async function openThings({ port, owner, names }: Target, sandboxUrl: string): Promise<void> {
  const bearer = { authorization: `Bearer ${owner.token}` }
  const post = (name: string, body: object) => send(port, 'POST', `/api/v1/merchant/${name}`, body, bearer)
  for (let i = 0; i < 3; i += 1) await post('sandbox/topup', { amount: 500 })
  await post('sandbox/transfer', {})
  await post('links', {
    amount: 10,
    currency: 'USD',
    merchant_reference: 'FUZZ-LINK',
    callback_url: `http://localhost:${port}/api/v1/test/test-callback`,
  })
  await post('sandbox/order', {})
  const { data } = await post('sandbox/order', {})
  const { pathname, search } = new URL(data.checkout_link)
  const page = (act: string, body: object) =>
    send(port, 'POST', `${pathname}/${act}${search}`, body, { accept: 'application/json' })
  const { capture_context } = await page('session', {})
  const card = {
    jwt: capture_context,
    number: '4242424242424242',
    securityCode: '123',
    expirationMonth: '12',
    expirationYear: '2030',
  }
  const { transient_token } = await send(
    Number(new URL(sandboxUrl).port),
    'POST',
    '/sandbox/microform/tokens',
    card,
  )
  const { reference_id } = await page('setup', { transient_token })
  await page('pay', { reference_id, browser: {} })
  for (const list of ['payments', 'links', 'transfers', 'deliveries'])
    names.learn(
      `/api/v1/merchant/${list}`,
      await send(port, 'GET', `/api/v1/merchant/${list}`, undefined, bearer),
    )
}

/** Signs the spare merchant in again, because one of its own calls may have ended its token. */
export async function renew(target: Target): Promise<void> {
  target.spare.token = await signIn(target.port, target.spare.email).catch(() => target.spare.token)
}

/** Operations that take a merchant's credentials away. */
const destructive = /change-password|\/secret|api-keys|callback-secret|whitelist|logout|go-live/

/** The bytes of a case, with existing identifiers and valid credentials filled in. */
export function sentOf(target: Target, operation: Operation, some: Case): Sent {
  const { method, framing } = some
  const path = pathOf(target, operation, some)
  const body = bodyOf(target, operation, some)
  const caller = destructive.test(operation.template) ? target.spare : target.owner
  const proof = proofOf(target, caller, operation, some, { method, path, body })
  return { method, path, headers: { ...some.headers, ...proof }, body, framing }
}

function pathOf({ names }: Target, { template }: Operation, { parts, tail, query }: Case): string {
  let number = 0
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string, at: number) => {
    const part = parts[number++]
    if (typeof part === 'string') return part
    return encodeURIComponent(names.pick(name, template.slice(0, at - 1), part ?? 0) ?? '1')
  })
  return `${path}${tail}${query === '' ? '' : `?${query}`}`
}

function bodyOf({ names }: Target, { template }: Operation, { body }: Case): Buffer | undefined {
  if (body === undefined) return undefined
  if ('bytes' in body) return body.bytes
  const textOf = ({ key, text, pick }: Member) => {
    const name =
      pick === undefined || key === 'reference' || !naming.has(key)
        ? undefined
        : names.pick(key, template, pick)
    return `${JSON.stringify(key)}:${name === undefined ? text : JSON.stringify(name)}`
  }
  return Buffer.from(`{${body.members.map(textOf).join(',')}}`)
}

type Signed = { method: string; path: string; body: Buffer | undefined }

function proofOf(
  target: Target,
  as: Caller,
  { proof }: Operation,
  some: Case,
  signed: Signed,
): Record<string, string> {
  const how = some.proof === 'right' ? proof : some.proof === 'none' ? 'none' : 'broken'
  switch (how) {
    case 'signature': {
      const timestamp = String(Math.floor(performance.timeOrigin / 1_000 + performance.now() / 1_000))
      const hmac = createHmac('sha256', as.api_secret).update(
        `${timestamp}\n${signed.method}\n${signed.path}\n`,
      )
      return {
        'x-api-key': as.api_key,
        'x-timestamp': timestamp,
        'x-signature': hmac.update(signed.body ?? '').digest('hex'),
      }
    }
    case 'basic':
      return {
        authorization: `Basic ${Buffer.from(`${as.merchant_code}:${as.merchant_secret}`).toString('base64')}`,
      }
    case 'bearer':
      return { authorization: `Bearer ${as.token}` }
    case 'admin':
      return { 'x-admin-token': target.adminToken }
    case 'broken':
      return {
        authorization: 'Basic \xff:::',
        'x-api-key': "' or 1=1",
        'x-timestamp': '1e400',
        'x-signature': 'zz',
        'x-admin-token': '\xe9',
      }
    case 'none':
      return {}
  }
}
