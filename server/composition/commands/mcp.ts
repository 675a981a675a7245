// The `mcp` command: lets an assistant on this machine read a merchant's payments and transfers, and propose refunds and transfers.
import type { Command } from 'commander'
import type { serveTools } from '../../../mcp/server.ts'
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
      serve(optionsFrom(process.env), version)
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

function optionsFrom(env: NodeJS.ProcessEnv): Parameters<typeof serveTools>[0] {
  if (env.LIKUTA_URL === undefined) {
    const { demoMerchant, merchant } = findDemoMerchant()
    return {
      baseUrl: demoMerchant.baseUrl,
      apiKey: merchant.api_key,
      apiSecret: merchant.api_secret,
      merchantCode: merchant.merchant_code,
      merchantSecret: merchant.merchant_secret,
    }
  }
  return {
    baseUrl: env.LIKUTA_URL,
    apiKey: env.LIKUTA_API_KEY,
    apiSecret: env.LIKUTA_API_SECRET,
    merchantCode: env.LIKUTA_MERCHANT_CODE,
    merchantSecret: env.LIKUTA_MERCHANT_SECRET,
  }
}
