// Card fields and 3-D Secure at the simulated gateway.
import type { CardGateway } from '../../../../server/cards/gateway/gateway.ts'
import type { Wire } from '../../kernel/upstream.ts'
import { type CardBooks, card } from './books.ts'
import type { Ask } from './calls.ts'

const proof = {
  evidence: { eci: '05' },
  disputeEvidence: {
    eci: '05',
    version: '2.2.0',
    pares_status: 'Y',
    directory_server_transaction_id: 'ds-1',
  },
}

type Calls = Pick<
  CardGateway,
  'openCaptureContext' | 'readTransientToken' | 'setUpAuthentication' | 'enrol' | 'validate'
>

export function authenticationCalls(
  { time }: Pick<Wire, 'time'>,
  { ask: send, books, newId }: { ask: Ask; books: CardBooks; newId(): string },
): Calls {
  const newContext = () => {
    const jwt = `context-${newId()}`
    return { jwt, tokenKey: { id: jwt, publicKey: {} } }
  }
  return {
    openCaptureContext: () =>
      send('openCaptureContext', '', () => ({
        kind: 'opened' as const,
        ...newContext(),
        libraryUrl: 'https://gateway.test/fields.js',
        libraryIntegrity: 'sha256-x',
        expiresAt: Temporal.Instant.fromEpochMilliseconds(Math.floor(time.now()) + 900_000),
      })),
    readTransientToken: async (jwt, keys) => {
      const [id, , context] = jwt.split(' ')
      const expiresAt = Temporal.Instant.fromEpochMilliseconds(Math.floor(time.now()) + 900_000)
      // A payer who does not open the card fields names no capture context.
      const isForeign = context !== undefined && !keys.some((key) => key.id === context)
      if (isForeign || !id?.startsWith('token-')) return { kind: 'invalid' }
      return { kind: 'token', jwt, id, card, expiresAt }
    },
    setUpAuthentication: ({ code, token }) =>
      send('setUpAuthentication', code, () => ({
        kind: 'set_up' as const,
        referenceId: `reference-${token.id}-${newId()}`,
        deviceDataCollectionUrl: 'https://gateway.test/device',
        accessToken: 'device',
      })),
    enrol: ({ code, token, returnUrl }) =>
      send('enrol', code, () => {
        const authenticationTransactionId = `authentication-${newId()}`
        const [, word = ''] = token.jwt.split(' ')
        if (word.startsWith('unauthenticated'))
          return { kind: 'failed' as const, authenticationTransactionId }
        if (word.startsWith('frictionless'))
          return { kind: 'authenticated' as const, authenticationTransactionId, ...proof }
        return {
          kind: 'challenge' as const,
          authenticationTransactionId,
          stepUpUrl: 'https://bank.test/challenge',
          accessToken: `${returnUrl} ${authenticationTransactionId}`,
          evidence: { eci: '' },
        }
      }),
    validate: ({ code, authenticationTransactionId }) =>
      send('validate', code, () =>
        books.passedChallenges.has(authenticationTransactionId)
          ? { kind: 'authenticated' as const, authenticationTransactionId, ...proof }
          : { kind: 'not_completed' as const },
      ),
  }
}
