// The signature algorithms that pawaPay uses, and the keys that fit them.
import { constants, type KeyObject, sign, verify } from 'node:crypto'
import { listed } from '../../../reply.ts'

type Algorithm = {
  fits(key: KeyObject): boolean
  sign(data: Uint8Array, key: KeyObject): Uint8Array
  verify(data: Uint8Array, key: KeyObject, signature: Uint8Array): boolean
}

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 }
const pkcs1 = { padding: constants.RSA_PKCS1_PADDING }

const algorithms: Readonly<Record<string, Algorithm>> = {
  'ecdsa-p256-sha256': ecdsa('prime256v1', 'sha256'),
  'ecdsa-p384-sha384': ecdsa('secp384r1', 'sha384'),
  'rsa-pss-sha512': rsa('sha512', pss),
  'rsa-v1_5-sha256': rsa('sha256', pkcs1),
}

/** The RFC requires the raw r‖s; pawaPay's own samples write DER and expect it. */
function ecdsa(curve: string, hash: string): Algorithm {
  const encodings = ['der', 'ieee-p1363'] as const
  return {
    fits: (key) => key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === curve,
    sign: (data, key) => sign(hash, data, { key, dsaEncoding: 'der' }),
    verify: (data, key, signature) =>
      encodings.some((dsaEncoding) => verify(hash, data, { key, dsaEncoding }, signature)),
  }
}

function rsa(hash: string, padding: { padding: number; saltLength?: number }): Algorithm {
  return {
    fits: (key) => key.asymmetricKeyType === 'rsa',
    sign: (data, key) => sign(hash, data, { key, ...padding }),
    verify: (data, key, signature) => verify(hash, data, { key, ...padding }, signature),
  }
}

/** Also false for an unknown algorithm or a key of another type. */
export function isSignedBy(key: KeyObject, algorithm: string, text: string, signature: Uint8Array): boolean {
  const known = listed(algorithms, algorithm)
  return known?.fits(key) === true && known.verify(Buffer.from(text), key, signature)
}

/** Signs with the first algorithm that the key supports. @throws when there is none. */
export function signerOf(key: KeyObject): { algorithm: string; sign(text: string): Uint8Array } {
  const found = Object.entries(algorithms).find(([, { fits }]) => fits(key))
  if (!found) throw new TypeError('a signing key is EC on P-256 or P-384, or RSA')
  const [algorithm, { sign: signWith }] = found
  return { algorithm, sign: (text) => signWith(Buffer.from(text), key) }
}
