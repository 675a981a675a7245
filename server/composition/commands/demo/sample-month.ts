// Makes or removes the sample month of the demo merchant, over HTTP, and shows how far it is.
import { declaredPath } from './declared-path.ts'
import { findDemoMerchant, json } from './demo-shop.ts'

type Sample = {
  state: 'NONE' | 'MAKING' | 'MADE' | 'INTERRUPTED'
  merchant_code: string | null
  done: number
  total: number
}
type Options = { json?: boolean; remove?: boolean }

const pollMs = 200

/** Signs in as the demo merchant. @throws Error if the sandbox refuses, or stops while it makes the month. */
export async function demonstrateMonth(options: Options): Promise<void> {
  const { demoMerchant, merchant } = findDemoMerchant()
  const { baseUrl } = demoMerchant
  const send = async <Data>(id: string, method: string, body?: object, token?: string): Promise<Data> => {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    return (await json<{ data: Data }>(`${baseUrl}${declaredPath(id)}`, request)).data
  }
  const { email, password } = merchant
  const { access_token } = await send<{ access_token: string }>('logIn', 'POST', { email, password })
  const call = (id: string, method: string) => send<Sample>(id, method, undefined, access_token)
  if (options.remove) {
    report(await call('removeSample', 'DELETE'), options, 'The sample month is removed.')
    return
  }
  const made = await followed(await call('makeSample', 'POST'), () => call('readSample', 'GET'), options)
  report(
    made,
    options,
    `The sample month is ready: sign in at ${baseUrl}/portal as ${email} and open it there.`,
  )
}

/** Shows the progress until the month is made. */
async function followed(begun: Sample, read: () => Promise<Sample>, options: Options): Promise<Sample> {
  let sample = begun
  const show = progressBar(options.json !== true)
  for (;;) {
    show(sample)
    if (sample.state === 'MADE') return sample
    if (sample.state !== 'MAKING')
      throw new Error('the sample month was interrupted: run the command again, or with --remove')
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    sample = await read()
  }
}

const width = 30

/** A bar that is drawn over itself in a terminal; elsewhere a line when it changes by a third. */
function progressBar(isShown: boolean): (sample: Sample) => void {
  let printed = -1
  return ({ done, total }) => {
    if (!isShown) return
    const filled = Math.floor((done * width) / Math.max(total, 1))
    const line = `[${'#'.repeat(filled).padEnd(width, '.')}] day ${done} of ${total}`
    if (process.stderr.isTTY) process.stderr.write(`\r${line}${done === total ? '\n' : ''}`)
    else if (Math.floor(filled / 10) > printed) {
      printed = Math.floor(filled / 10)
      process.stderr.write(`${line}\n`)
    }
  }
}

function report(sample: Sample, { json: asJson }: Options, text: string): void {
  console.log(asJson ? JSON.stringify(sample) : text)
}
