// Measures the throughput and latency of a running sandbox. Not a benchmark, because it shares the machine with the service.
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import { type Command, InvalidArgumentError as CommandFault, Option } from 'commander'
import { newId } from '../../kernel/id.ts'
import type { Credentials } from '../../merchants/identity/register.ts'
import { requestSignature } from '../../merchants/identity/signed-request.ts'
import { onStopSignal } from '../../platform/process/child-process.ts'
import { systemClock, unixSeconds } from '../../platform/time/clock.ts'
import { demoOrder, demoTransfer } from '../../portal/sample-requests.ts'
import { declaredPath } from './demo/declared-path.ts'
import { type DemoMerchant, findDemoMerchant } from './demo/demo-shop.ts'
import { print } from './print.ts'

type Options = { scenario: keyof typeof scenarios; concurrency: number; seconds: number; json?: boolean }

export function addLoadTest(program: Command): void {
  program
    .command('loadtest')
    .description(
      'send requests to the running sandbox as fast as it responds; RATE_LIMIT_PER_SECOND limits them per merchant',
    )
    .addOption(
      new Option('--scenario <scenario>', 'which requests to send')
        .choices(Object.keys(scenarios))
        .default('orders'),
    )
    .option('--concurrency <n>', 'how many requests are in flight', between(1, 512), 32)
    .option('--seconds <n>', 'how long, in seconds', between(1, 3_600), 10)
    .option('--json', 'print one JSON object')
    .action(async (options: Options) => {
      const { demoMerchant, merchant } = findDemoMerchant()
      const send = await scenarios[options.scenario](demoMerchant, merchant)
      print(await measure(demoMerchant.baseUrl, send, options), options)
    })
}

function between(min: number, max: number) {
  return (text: string) => {
    const number = Number(text)
    if (Number.isInteger(number) && number >= min && number <= max) return number
    throw new CommandFault(`${text} is not a whole number from ${min} to ${max}`)
  }
}

type Request = { path: string; headers: Record<string, string>; body: string }
/** Builds the next request. */
type NextRequest = () => Request

const scenarios = {
  orders: async (demoMerchant: DemoMerchant, merchant: Credentials): Promise<NextRequest> => {
    const order = demoOrder(demoMerchant.baseUrl)
    return () => signed(merchant, declaredPath('createOrder'), { ...order, merchant_reference: newId() })
  },
  status: async (demoMerchant: DemoMerchant, merchant: Credentials): Promise<NextRequest> => {
    const made = await demoMerchant.signed<{ transaction_uuid: string }>(
      declaredPath('createOrder'),
      demoOrder(demoMerchant.baseUrl),
    )
    const { transaction_uuid } = made.data
    return () => signed(merchant, declaredPath('readPaymentStatus'), { transaction_uuid })
  },
  transfers: async (demoMerchant: DemoMerchant, merchant: Credentials): Promise<NextRequest> => {
    await demoMerchant.basic(declaredPath('topUpSandbox'), { amount: 10_000 })
    const { callback_url: _, ...transfer } = demoTransfer(demoMerchant.baseUrl)
    const credentials = Buffer.from(`${merchant.merchant_code}:${merchant.merchant_secret}`).toString(
      'base64',
    )
    const headers = { 'content-type': 'application/json', authorization: `Basic ${credentials}` }
    return () => {
      const body = JSON.stringify({ ...transfer, amount: 0.5, reference: newId() })
      return { path: declaredPath('sendTransfer'), headers, body }
    }
  },
}

function signed(merchant: Credentials, path: string, content: object): Request {
  const body = JSON.stringify(content)
  const timestamp = String(unixSeconds(systemClock.now()))
  const parts = { timestamp, method: 'POST', path, body: Buffer.from(body) }
  const headers = {
    'content-type': 'application/json',
    'x-api-key': merchant.api_key,
    'x-timestamp': timestamp,
    'x-signature': requestSignature(merchant.api_secret, parts),
  }
  return { path, headers, body }
}

async function measure(baseUrl: string, send: NextRequest, { concurrency, seconds, scenario }: Options) {
  const responses: Record<string, number> = {}
  const times = createHistogram()
  const start = performance.now()
  const stop = new AbortController()
  onStopSignal(() => stop.abort())
  const endsAt = start + seconds * 1000
  const sendOn = async () => {
    while (performance.now() < endsAt && !stop.signal.aborted) {
      const response = await sendOnce(baseUrl, send(), times)
      responses[response] = (responses[response] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sendOn))
  const took = (performance.now() - start) / 1000
  const count = Object.values(responses).reduce((sum, each) => sum + each, 0)
  const ms = (percentile: number) => Math.round(times.percentile(percentile) / 10) / 100
  return {
    scenario,
    concurrency,
    seconds: Math.round(took * 10) / 10,
    requests: count,
    per_second: Math.round(count / took),
    p50_ms: ms(50),
    p99_ms: ms(99),
    slowest_ms: Math.round(times.max / 10) / 100,
    ...Object.fromEntries(
      Object.entries(responses).map(([response, number]) => [`answered_${response}`, number]),
    ),
  }
}

/** Sends a request. @returns the status of the response, or the error code if there was none. */
async function sendOnce(
  baseUrl: string,
  { path, ...request }: Request,
  times: RecordableHistogram,
): Promise<string> {
  const start = performance.now()
  try {
    const response = await fetch(`${baseUrl}${path}`, { method: 'POST', ...request })
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    return (error as { cause?: { code?: string } }).cause?.code ?? 'error'
  } finally {
    times.record(Math.max(1, Math.round((performance.now() - start) * 1000)))
  }
}
