// The `mcp` command: lets an assistant on this machine read a merchant's payments and transfers, and propose refunds and transfers.
import type { Command } from 'commander'
import type { serveTools } from '../../../mcp/server.ts'
import { isHomeAddress } from '../../platform/network/public-address.ts'
import { version } from '../../platform/process/version.ts'
import { findDemoMerchant } from './demo/demo-shop.ts'

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description(
      'serve the Model Context Protocol over standard input and output: LIKUTA_URL, LIKUTA_API_KEY, LIKUTA_API_SECRET, LIKUTA_MERCHANT_CODE and LIKUTA_MERCHANT_SECRET; without LIKUTA_URL for the demo merchant of the sandbox',
    )
    .action(async () => {
      const serve = await toolServer()
      serve(assistantOptions(process.env), version)
    })
}

/** The servers of a deployment have neither the tools nor the package that they need. */
async function toolServer(): Promise<typeof serveTools> {
  try {
    return (await import('../../../mcp/server.ts')).serveTools
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new Error('likuta mcp runs in a checkout of Likuta, after npm ci')
  }
}

const credentialPairs = [
  ['LIKUTA_API_KEY', 'LIKUTA_API_SECRET'],
  ['LIKUTA_MERCHANT_CODE', 'LIKUTA_MERCHANT_SECRET'],
] as const

/** The options of the tool server from the variables of its process. @throws Error that names the variable which is missing or wrong. */
export function assistantOptions(env: NodeJS.ProcessEnv): Parameters<typeof serveTools>[0] {
  const given = credentialPairs.flat().filter((name) => env[name] !== undefined)
  if (env.LIKUTA_URL === undefined) {
    if (given.length > 0) throw new Error(`LIKUTA_URL is missing: where ${given[0]} is valid`)
    const { demoMerchant, merchant } = findDemoMerchant()
    return {
      baseUrl: demoMerchant.baseUrl,
      apiKey: merchant.api_key,
      apiSecret: merchant.api_secret,
      merchantCode: merchant.merchant_code,
      merchantSecret: merchant.merchant_secret,
    }
  }
  for (const pair of credentialPairs)
    for (const name of pair)
      if (!env[name] && pair.some((other) => env[other])) throw new Error(`${name} is missing`)
  return {
    baseUrl: serviceAddress(env.LIKUTA_URL),
    apiKey: env.LIKUTA_API_KEY,
    apiSecret: env.LIKUTA_API_SECRET,
    merchantCode: env.LIKUTA_MERCHANT_CODE,
    merchantSecret: env.LIKUTA_MERCHANT_SECRET,
  }
}

/** Credentials are sent there, so only a machine nearby may be called without encryption. @throws Error */
function serviceAddress(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.password + url.search + url.hash !== '')
    throw new Error('LIKUTA_URL is not an address such as https://pay.example')
  const isNear = url.hostname === 'localhost' || isHomeAddress(url.hostname.replace(/^\[|\]$/g, ''))
  // guard: assistant-over-https
  if (url.protocol === 'http:' && !isNear)
    throw new Error('LIKUTA_URL: use https://, because secrets are sent there')
  return text
}
