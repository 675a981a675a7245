// Validates ISO 20022 messages against their published schemas.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'

type Message = 'camt.053.001.08' | 'pain.001.001.09'

const validators = new Map<Message, XsdValidator>()

function validatorOf(message: Message): XsdValidator {
  const known = validators.get(message)
  if (known) return known
  const schema = readFileSync(join(import.meta.dirname, `${message}.xsd`))
  const made = XsdValidator.fromDoc(XmlDocument.fromBuffer(schema))
  validators.set(message, made)
  return made
}

/** @throws XmlValidateError if the text is no such message. */
function assertMessage(message: Message, text: string): void {
  const document = XmlDocument.fromString(text)
  try {
    validatorOf(message).validate(document)
  } finally {
    document.dispose()
  }
}

/** @throws XmlValidateError if the text is no camt.053.001.08 message. */
export const assertCamt053 = (text: string): void => assertMessage('camt.053.001.08', text)

/** @throws XmlValidateError if the text is no pain.001.001.09 message. */
export const assertPain001 = (text: string): void => assertMessage('pain.001.001.09', text)

/** The texts of all elements that match an XPath, where `s:` is the namespace of the message. */
export function textsAt(text: string, path: string, message: Message = 'camt.053.001.08'): string[] {
  const document = XmlDocument.fromString(text)
  try {
    const found = document.find(path, { s: `urn:iso:std:iso:20022:tech:xsd:${message}` })
    return found.map((node) => node.content)
  } finally {
    document.dispose()
  }
}
