#!/usr/bin/env node
// Runs the sandbox as a program of its own, configured by environment variables (see README.md).
import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { openSandbox, type SandboxOptions } from './server.ts'

const settings = z.object({
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65535).default(8090),
  SANDBOX_HOST: z.string().default('127.0.0.1'),
  SANDBOX_URL: z.url().optional(),
  SANDBOX_DATA_FILE: z.string().optional(),
  SANDBOX_OPERATOR_SECRET: z.string().min(1).optional(),
  SANDBOX_MPESA_PRIVATE_KEY: z.string().refine(isRsaPrivateKey, 'an RSA private key in PEM').optional(),
  SANDBOX_CARD_GATEWAY_MERCHANTS: z
    .string()
    .default('[]')
    .transform(parseJson)
    .pipe(z.array(z.object({ merchantId: z.string(), keyId: z.string(), sharedSecret: z.base64() }))),
})

const read = settings.safeParse(process.env)
if (!read.success) {
  for (const issue of read.error.issues) console.error(`${issue.path.join('.')}: ${issue.message}`)
  process.exit(1)
}

const sandbox = await openSandbox(optionsFrom(read.data))
console.log(JSON.stringify({ ready: sandbox.url }))

// `disconnect` fires when another program started us with a channel and has closed it or exited.
for (const end of ['SIGTERM', 'SIGINT', 'disconnect']) {
  process.once(end, async () => {
    await sandbox.close()
    process.exit(0)
  })
}

function optionsFrom(found: z.output<typeof settings>): SandboxOptions {
  return {
    port: found.SANDBOX_PORT,
    host: found.SANDBOX_HOST,
    cardGatewayMerchants: found.SANDBOX_CARD_GATEWAY_MERCHANTS,
    ...(found.SANDBOX_URL && { url: new URL(found.SANDBOX_URL).origin }),
    ...(found.SANDBOX_OPERATOR_SECRET && { operatorSecret: found.SANDBOX_OPERATOR_SECRET }),
    ...(found.SANDBOX_MPESA_PRIVATE_KEY && { mpesaPrivateKey: found.SANDBOX_MPESA_PRIVATE_KEY }),
    ...(found.SANDBOX_DATA_FILE && { dataFile: found.SANDBOX_DATA_FILE }),
  }
}

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' })
    return z.NEVER
  }
}

function isRsaPrivateKey(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}
