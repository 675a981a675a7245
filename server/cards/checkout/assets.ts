// Script, styles and identity of the payment pages. `npm run build:web` builds the script and the identity; the styles are
// minified when they are first loaded, and the script is compressed when it is first asked for.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const builtInto = new URL('../../../web/dist/checkout/', import.meta.url)

type Packed = { br: Buffer; gzip: Buffer }

type Script = { path: string; integrity: string; text: string; packed: () => Promise<Packed> }

type CheckoutAssets = {
  scripts: { checkout: Script; phone: Script; receipt: Script }
  /** Style of the checkout page. */
  style: string
  /** Style of the payment page for mobile money. */
  phoneStyle: string
  /** Style of the payment link page. */
  linkStyle: string
  /** Style of the result and notice pages. */
  endStyle: string
  /** Tags for the head of a page: its icon and theme colour. */
  identity: string
  /** The product's mark. */
  mark: string
  /** Style of the receipt. */
  receiptStyle: string
  /** Style of the page on which payers find a payment. */
  helpStyle: string
}

let assets: CheckoutAssets | undefined

export function loadCheckoutAssets(): CheckoutAssets {
  assets ??= buildAssets()
  return assets
}

function buildAssets(): CheckoutAssets {
  return {
    scripts: { checkout: scriptOf('checkout'), phone: scriptOf('phone'), receipt: scriptOf('receipt') },
    style: styleOf('base.css', 'checkout.css', 'card.css', 'challenge.css'),
    phoneStyle: styleOf('base.css', 'checkout.css', 'card.css', 'phone/phone.css'),
    linkStyle: styleOf('base.css', 'checkout.css', 'card.css', 'link.css'),
    endStyle: styleOf('base.css', 'end.css'),
    identity: readBuilt('identity.html'),
    mark: readBuilt('mark.html'),
    receiptStyle: styleOf('base.css', 'end.css', 'receipt/receipt.css'),
    helpStyle: styleOf('base.css', 'end.css', 'card.css', 'link.css', 'help.css'),
  }
}

function scriptOf(name: keyof CheckoutAssets['scripts'] | 'likuta'): Script {
  const text = readBuilt(`${name}.js`)
  return {
    path: `/assets/${name}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.js`,
    integrity: `sha384-${createHash('sha384').update(text).digest('base64')}`,
    text,
    packed: packedOnce(text),
  }
}

/** Compresses beside the main thread, as well as possible and therefore slowly: the result is kept. */
function packedOnce(text: string): () => Promise<Packed> {
  let packed: Promise<Packed> | undefined
  const pack = async (): Promise<Packed> => {
    const [br, zipped] = await Promise.all([
      promisify(brotliCompress)(text, brotliOf(constants.BROTLI_MAX_QUALITY)),
      promisify<string, object, Buffer>(gzip)(text, { level: 9 }),
    ])
    return { br, gzip: zipped }
  }
  return () => {
    packed ??= pack()
    return packed
  }
}

function readBuilt(file: string): string {
  try {
    return readFileSync(new URL(file, builtInto), 'utf8')
  } catch {
    throw new Error(`${file} of the payment pages has not been built: run npm run build:web, then restart`)
  }
}

function source(file: string): string {
  return readFileSync(new URL(`../../../web/checkout/${file}`, import.meta.url), 'utf8')
}

function styleOf(...files: string[]): string {
  return [readBuilt('reset.css'), ...files.map(source)]
    .join('')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;}/g, '}')
    .replace(/(?<=[ :,(-])0\.(?=\d)/g, '.')
    .trim()
}

/** The better encoding of those that a browser accepts. */
function encodingOf(accepted = ''): 'br' | 'gzip' | undefined {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined
}

/** Compresses a page as it is rendered: on a slow connection, a third of the bytes is worth half a millisecond. */
export function packPage(page: string, accepted?: string): { encoding?: 'br' | 'gzip'; bytes: Buffer } {
  const encoding = encodingOf(accepted)
  if (encoding === undefined) return { bytes: Buffer.from(page) }
  return { encoding, bytes: encoding === 'br' ? brotliCompressSync(page, brotliOf(5)) : gzipSync(page) }
}

const brotliOf = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

export function registerCheckoutAssets(app: FastifyInstance): void {
  for (const script of Object.values(loadCheckoutAssets().scripts)) registerScript(app, script)
  registerHelper(app, scriptOf('likuta'))
}

/**
 * likuta.js for pages of merchants: at an address of this version, which they pin by its hash, and at one of the newest version. Pages of
 * any origin may load it, with CORS, as a pinned script has to be.
 */
function registerHelper(app: FastifyInstance, script: Script): void {
  const open = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }
  registerScript(app, script, open)
  const newest = { ...script, path: '/likuta.js' }
  registerScript(app, newest, {
    ...open,
    'cache-control': 'public, max-age=3600',
    'x-integrity': script.integrity,
  })
}

function registerScript(app: FastifyInstance, script: Script, headers: Record<string, string> = {}): void {
  const { path, text, packed } = script
  app.get(path, { config: { api: 'unlisted', priority: 'charge' } }, async (request, reply) => {
    const encoding = encodingOf(String(request.headers['accept-encoding'] ?? ''))
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('vary', 'accept-encoding')
      .headers(headers)
      .send(encoding ? (await packed())[encoding] : Buffer.from(text))
  })
}
