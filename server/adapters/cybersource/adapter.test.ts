import { randomBytes } from 'node:crypto'
import { openSandbox } from '../../../sandbox/server.ts'
import type { CardGatewayWorld } from '../../cards/gateway/gateway.contract.steps.ts'
import { describeCardGateway } from '../../cards/gateway/gateway.contract.ts'
import { silentLog } from '../../platform/process/log.ts'
import { openCybersource } from './adapter.ts'

describeCardGateway('the Cybersource adapter against the sandbox', openWorld)

async function openWorld(): Promise<CardGatewayWorld> {
  const credentials = {
    merchantId: 'likuta_test',
    keyId: '08c94330-f618-42a3-b09d-e1e43be5efda',
    sharedSecret: randomBytes(32).toString('base64'),
  }
  const sandbox = await openSandbox({ cardGatewayMerchants: [credentials] })
  let ahead = Temporal.Duration.from({ seconds: 0 })
  const clock = { now: () => Temporal.Now.instant().add(ahead) }
  const settings = { ...credentials, baseUrl: `${sandbox.url}/gateway`, timeoutMs: 20_000 }
  const open = (changes: Partial<typeof settings> = {}) =>
    openCybersource({ ...settings, ...changes }, { log: silentLog, clock })
  return {
    gateway: open(),
    stranger: open({ sharedSecret: randomBytes(32).toString('base64') }),
    unreachable: open({ baseUrl: 'http://127.0.0.1:9/gateway' }),
    now: clock.now,
    async forward(by) {
      ahead = ahead.add(by)
      const { status } = await post('/sandbox/clock', { offset_seconds: ahead.total('seconds') })
      if (status !== 200) throw new Error(`the sandbox did not move its clock: ${status}`)
    },
    async tokenise(jwt, number) {
      const year = clock.now().toZonedDateTimeISO('UTC').year
      const securityCode = number.startsWith('3') ? '1234' : '123'
      const card = { jwt, number, securityCode, expirationMonth: '12', expirationYear: `${year + 2}` }
      const { transient_token } = await (await post('/sandbox/microform/tokens', card)).json()
      return transient_token
    },
    async completeChallenge({ stepUpUrl, accessToken }, codes) {
      let page = await submit(stepUpUrl, { JWT: accessToken })
      for (const code of codes) page = await submit(page.action, { ...page.fields, code })
    },
    close: () => sandbox.close(),
  }

  function post(path: string, body: object): Promise<Response> {
    const headers = { 'content-type': 'application/json' }
    return fetch(sandbox.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
}

/** Submits a form as a browser would and reads the form of the returned page. */
async function submit(url: string, form: Record<string, string>) {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) })
  const html = await response.text()
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1] ?? ''
  const inputs = html.matchAll(/<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"/g)
  const fields = Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]))
  return { action: new URL(action, url).href, fields }
}
