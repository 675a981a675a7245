// A device with passkeys, in software: makes and signs what a browser would return for the options of the service.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** CBOR, as much of it as an attestation needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)])
}

function head(type: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(type << 5) | count])
  if (count < 256) return Buffer.from([(type << 5) | 24, count])
  return Buffer.from([(type << 5) | 25, count >> 8, count & 255])
}

export type PasskeyDevice = ReturnType<typeof openPasskeyDevice>

const userPresent = 1
const userVerified = 4

/** @param counts whether the device counts its signatures; many count none and send zero. */
export function openPasskeyDevice(origin: string, { counts = true } = {}) {
  const id = randomBytes(16)
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0

  const clientData = (type: string, challenge: string, from: string, frame: object = {}) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false, ...frame }))
  const authenticatorData = (rpId: string, flags: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counts ? counter : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }
  const result = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  return {
    /** As if the device were copied as it was at this count. */
    count: (to: number) => {
      counter = to
    },
    create({ challenge, rp }: { challenge: string; rp: { id: string } }, frame: object = {}) {
      const named = Buffer.concat([Buffer.from([0, id.length]), id])
      const attested = Buffer.concat([Buffer.alloc(16), named, cbor(publicKey(keys.publicKey))])
      const authData = Buffer.concat([authenticatorData(rp.id, userPresent | userVerified | 64), attested])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return result({
        clientDataJSON: clientData('webauthn.create', challenge, origin, frame).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      })
    },
    /** @param wrong what differs from a right response. */
    get(
      { challenge, rpId }: { challenge: string; rpId: string },
      wrong: { origin?: string; isVerified?: boolean; frame?: object } = {},
    ) {
      counter += 1
      const client = clientData('webauthn.get', challenge, wrong.origin ?? origin, wrong.frame)
      const flags = wrong.isVerified === false ? userPresent : userPresent | userVerified
      const data = authenticatorData(rpId, flags)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), keys.privateKey)
      return result({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: null,
      })
    },
  }
}

/** A P-256 key as COSE writes it. */
function publicKey(key: KeyObject): Map<number, unknown> {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
}
