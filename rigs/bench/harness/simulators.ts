// The card gateway and the operators that workloads call: the sandbox in a separate process.
import { createPublicKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { simulatedOperators } from '../../../server/adapters/mobile-money/simulated-operators.ts'
import { spawnTied } from '../../../server/platform/process/child-process.ts'
import { freePort } from '../../../server/platform/process/ports.ts'
import { processorTime } from './processor-time.ts'

export type Simulators = {
  url: string
  operatorSecret: string
  /** The settings that connect a server to them. */
  settings: Record<string, string>
  /** Processor time since their start; NaN on a system that does not tell. */
  cpuMicroseconds(): number
  stop(): Promise<void>
}

/** @param routes the protocol that each operator speaks. */
export async function startSimulators(
  routes?: Parameters<typeof simulatedOperators>[2],
): Promise<Simulators> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const merchant = {
    merchantId: 'bench',
    keyId: randomUUID(),
    sharedSecret: randomBytes(32).toString('base64'),
  }
  const operatorSecret = randomBytes(16).toString('hex')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const { PATH = '', HOME = '' } = process.env
  const child = spawnTied(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, '../../../sandbox/main.ts')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH,
        HOME,
        SANDBOX_PORT: String(port),
        SANDBOX_URL: url,
        SANDBOX_CARD_GATEWAY_MERCHANTS: JSON.stringify([merchant]),
        SANDBOX_OPERATOR_SECRET: operatorSecret,
        SANDBOX_MPESA_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      },
    },
  )
  const removed = once(child, 'exit')
  const died = removed.then(([code]) => {
    throw new Error(`the simulators ended: exit ${code}`)
  })
  // Its first line says that it is ready.
  await Promise.race([once(child.stdout!, 'data'), died])
  died.catch(() => {})
  return {
    url,
    operatorSecret,
    settings: {
      CARD_GATEWAY_SANDBOX_URL: `${url}/gateway`,
      CARD_GATEWAY_SANDBOX_MERCHANT_ID: merchant.merchantId,
      CARD_GATEWAY_SANDBOX_KEY_ID: merchant.keyId,
      CARD_GATEWAY_SANDBOX_SHARED_SECRET: merchant.sharedSecret,
      OPERATORS_SANDBOX: JSON.stringify(
        simulatedOperators(
          url,
          { secret: operatorSecret, mpesaPublicKey: publicKey.toString('base64') },
          routes,
        ),
      ),
    },
    cpuMicroseconds: () => processorTime(child.pid!) ?? Number.NaN,
    async stop() {
      child.kill('SIGTERM')
      await removed
    },
  }
}
