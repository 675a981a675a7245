// Sealing of what must be read back (AES-256-GCM), and keyed hashes of what need not.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export type Secrets = {
  /** `context` (owner and purpose) is authenticated: a sealed value moved elsewhere does not open. */
  seal(text: string, context: string): Buffer
  /** Throws when the value was changed, moved or sealed under another master key. */
  open(sealed: Buffer, context: string): string
  /** HMAC-SHA256 under a key of its own for the purpose. */
  mac(purpose: string, text: string): Buffer
}

const nonceBytes = 12
const tagBytes = 16

/** @param masterKey 32 bytes, from the setting MASTER_KEY. */
export function openSecrets(masterKey: Buffer): Secrets {
  const keys = new Map<string, Buffer>()
  function key(purpose: string): Buffer {
    let derived = keys.get(purpose)
    if (!derived) {
      derived = Buffer.from(hkdfSync('sha256', masterKey, '', `mosolo/${purpose}`, 32))
      keys.set(purpose, derived)
    }
    return derived
  }
  return {
    seal(text, context) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key('seal'), nonce).setAAD(Buffer.from(context))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, context) {
      const decipher = createDecipheriv('aes-256-gcm', key('seal'), sealed.subarray(0, nonceBytes))
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(-tagBytes))
      return (
        decipher.update(sealed.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
      )
    },
    mac(purpose, text) {
      return createHmac('sha256', key(purpose)).update(text).digest()
    },
  }
}
