// The portals in which merchants of an operator set their callback URL.
import { type Book, type ProtocolName, protocolNames } from './books/book.ts'

export const portalProtocols = protocolNames.filter((name) => name !== 'gsma')
export type PortalProtocol = Exclude<ProtocolName, 'gsma'>

export function portalUrl(book: Book, protocol: PortalProtocol): string | null {
  return book.getRecord<{ url: string }>('portal', protocol)?.url ?? null
}

export function setPortalUrl(book: Book, protocol: PortalProtocol, url: string): void {
  book.putRecord('portal', protocol, { url })
}
