// The subset of RFC 9421 that pawaPay uses: the signed lines, and the Signature-Input and Signature fields.

export type Message = {
  method?: string
  /** Host and port as sent by the client, in lower case. */
  authority?: string
  path?: string
  status?: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
}

export type SignatureInput = {
  components: string[]
  /** The member's value exactly as sent, because `@signature-params` signs it unchanged. */
  text: string
  alg: string | null
  keyid: string | null
  created: number | null
  expires: number | null
}

/** The only label that pawaPay uses. */
const label = 'sig-pp'
const member = /(?:^|,\s*)sig-pp=(\(((?:"[^"]*" ?)*)\)((?:;[a-z]+=(?:"[^"]*"|\d+))*))/

export function readSignatureInput(field: string | undefined): SignatureInput | null {
  const found = member.exec(field ?? '')
  if (!found) return null
  const [, text, list, params] = found as unknown as [string, string, string, string]
  const parameter = (name: string) => new RegExp(`;${name}=(?:"([^"]*)"|(\\d+))`).exec(params)
  const number = (name: string) => (parameter(name)?.[2] ? Number(parameter(name)?.[2]) : null)
  return {
    components: [...list.matchAll(/"([^"]*)"/g)].map((match) => match[1] as string),
    text,
    alg: parameter('alg')?.[1] ?? null,
    keyid: parameter('keyid')?.[1] ?? null,
    created: number('created'),
    expires: number('expires'),
  }
}

export function writeSignatureInput(
  components: readonly string[],
  params: { alg: string; keyid: string; created: number; expires: number },
): SignatureInput {
  const list = components.map((name) => `"${name}"`).join(' ')
  const { alg, keyid, created, expires } = params
  const text = `(${list});alg="${alg}";keyid="${keyid}";created=${created};expires=${expires}`
  return { components: [...components], text, ...params }
}

export function signatureInputField(input: SignatureInput): string {
  return `${label}=${input.text}`
}

export function signatureField(signature: Buffer): string {
  return `${label}=:${signature.toString('base64')}:`
}

export function readSignature(field: string | undefined): Buffer | null {
  const found = /(?:^|,\s*)sig-pp=:([A-Za-z0-9+/=]+):/.exec(field ?? '')?.[1]
  return found ? Buffer.from(found, 'base64') : null
}

/** The signed text; null when it names a component twice, or one that the message does not have. */
export function signatureBase(message: Message, input: SignatureInput): string | null {
  if (new Set(input.components).size !== input.components.length) return null
  const lines = input.components.map((name) => {
    const value = componentOf(message, name)
    return value === undefined ? null : `"${name}": ${value}`
  })
  if (lines.includes(null)) return null
  return [...lines, `"@signature-params": ${input.text}`].join('\n')
}

function componentOf(message: Message, name: string): string | undefined {
  switch (name) {
    case '@method':
      return message.method
    case '@authority':
      return message.authority?.toLowerCase()
    case '@path':
      return message.path
    case '@status':
      return message.status?.toString()
    default:
      return name.startsWith('@') ? undefined : message.headers[name]?.trim()
  }
}
