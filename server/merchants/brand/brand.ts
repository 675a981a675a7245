// How a merchant appears to payers: logo, accent colour and contact. Payers see them, so every change is audited.

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { audit } from '../../admin/audit.ts'
import { InvalidBody, Problem } from '../../kernel/problem.ts'
import {
  type ControlSql,
  commonStatement,
  type Database,
  type Sql,
  type Tx,
} from '../../platform/database/database.ts'
import { type ImageFault, type ImageFile, readImage } from '../../platform/documents/uploaded-file.ts'
import { nested, refused } from '../../platform/http/body/body.ts'
import { page } from '../../platform/http/endpoint.ts'
import { requestProblems } from '../../platform/http/problems.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Session } from '../sign-in/bearer.ts'
import { readSupport, type SupportFault } from './support.ts'

export type LogoImage = ImageFile
type LogoFault = ImageFault | 'size' | 'pixels'

const maxLogoBytes = 64 * 1024
/** A small file can claim to be an image that takes gigabytes to show. */
const sides = { least: 16, most: 2000 }

/** Parses a data URI or plain base64. The media type that a data URI claims is ignored. */
export function readLogo(sent: string): LogoImage | LogoFault {
  const encoded = sent.replace(/^data:[a-z0-9.+/-]{0,64};base64,/i, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return 'format'
  const bytes = Buffer.from(encoded, 'base64')
  // guard: logo-size
  if (bytes.length > maxLogoBytes) return 'size'
  const image = readImage(bytes)
  if (typeof image === 'string') return image
  const { width, height } = image
  const isFine = (side: number) => side >= sides.least && side <= sides.most
  // guard: logo-pixels
  return isFine(width) && isFine(height) ? image : 'pixels'
}

/** The brand of one merchant, without the bytes of its logo. */
type BrandRow = {
  accent: string | null
  support: string | null
  logo_hash: Buffer | null
  logo_width: number | null
  logo_height: number | null
}

const columns = 'accent, support, logo_hash, logo_width, logo_height'
const findBrand = commonStatement<BrandRow>(
  'find_merchant_brand',
  `select ${columns} from merchant_brand where merchant_id = $1`,
)
const addBrand = commonStatement(
  'add_merchant_brand',
  `insert into shared.merchant_brand (merchant_id, updated_at) values ($1, $2) on conflict (merchant_id) do nothing`,
)
const lockBrand = commonStatement<BrandRow>(
  'lock_merchant_brand',
  `select ${columns} from shared.merchant_brand where merchant_id = $1 for update`,
)
const saveBrand = commonStatement<BrandRow>(
  'save_merchant_brand',
  `update shared.merchant_brand set accent = $2, support = $3, updated_at = $4 where merchant_id = $1 returning ${columns}`,
)
const saveLogo = commonStatement<BrandRow>(
  'save_merchant_logo',
  `update shared.merchant_brand set logo = $2, logo_hash = $3, logo_type = $4, logo_width = $5, logo_height = $6
    where merchant_id = $1 returning ${columns}`,
)
const findLogo = commonStatement<{ logo: Buffer; logo_type: string }>(
  'find_merchant_logo',
  'select logo, logo_type from merchant_brand where logo_hash = $1 limit 1',
)

const none: BrandRow = { accent: null, support: null, logo_hash: null, logo_width: null, logo_height: null }

/** Reads the brand of a merchant; every part is null for a merchant without one. */
export async function brandOfMerchant(db: Sql, merchantId: bigint): Promise<BrandRow> {
  const [row] = await db.rows(findBrand, [merchantId])
  return row ?? none
}

/** The image that an address of `logoPath` stands for; undefined where no merchant has it any more. */
export async function logoByName(
  db: ControlSql,
  name: string,
): Promise<{ bytes: Buffer; type: string } | undefined> {
  const hash = Buffer.from(name, 'base64url')
  // Another spelling of the same bytes is another address, which caches would keep apart.
  if (hash.length !== 32 || hash.toString('base64url') !== name) return undefined
  const [found] = await db.rows(findLogo, [hash])
  return found && { bytes: found.logo, type: found.logo_type }
}

/** The path that serves a logo. It changes with the image. */
export const logoPath = (hash: Buffer): string => `/brand/${hash.toString('base64url')}`

const faults: Record<LogoFault, string> = {
  format: 'Value error, the logo must be a complete PNG, JPEG or WebP image',
  size: `Value error, the logo must be at most ${maxLogoBytes / 1024} KiB`,
  pixels: 'Value error, the logo must be 16 to 2000 pixels wide and high',
  animated: 'Value error, the logo must not be animated',
}

/** A new image, or the address of the current one, which leaves it as it is. */
type SentLogo = LogoImage | { address: string }

const logoField = z
  .string()
  .transform((sent, context): SentLogo => {
    if (/^(https?:\/)?\//.test(sent) && sent.length < 2048) return { address: sent }
    const image = readLogo(sent)
    if (typeof image === 'object') return image
    context.addIssue({ code: 'custom', ...refused('value_error', faults[image]) })
    return z.NEVER
  })
  .meta({
    description: `A PNG, JPEG or WebP image of at most 64 KiB and 16 to 2000 pixels a side, not animated, as a data URI or in base64.
The address that a response contains leaves the logo as it is; \`null\` removes it.`,
  })

// guard: accent-form
const accentField = z
  .string()
  .refine(
    (sent) => /^#[0-9a-f]{6}$/i.test(sent),
    refused('value_error', 'Value error, the accent must be a colour such as #0b625c'),
  )
  .transform((sent) => sent.toLowerCase())
  .meta({ description: 'The colour of buttons and of the panel with the amount, as `#rrggbb`.' })

const supportFaults: Record<SupportFault, string> = {
  form: 'Value error, support must be a phone number such as +243 99 123 45 67, or https://wa.me/ and the digits',
  premium: 'Value error, support must not be a premium-rate number',
}

const supportField = z
  .string()
  .transform((sent, context) => {
    const contact = readSupport(sent.trim())
    if ('stored' in contact) return contact.stored
    context.addIssue({ code: 'custom', ...refused('value_error', supportFaults[contact.fault]) })
    return z.NEVER
  })
  .meta({
    description:
      'Whom payers contact: a phone number in international form, or `https://wa.me/243991234567` for WhatsApp. Premium-rate numbers are refused.',
  })

/** Each part is left as it is where it is absent, and removed where it is null. */
export const brandSchema = nested({
  logo: logoField.nullable().optional(),
  accent: accentField.nullable().optional(),
  support: supportField.nullable().optional(),
})

export type BrandNeeds = { db: Database; secrets: Secrets; clock: Clock; baseUrl: string }

export type RecordBrandChange = (
  sql: Tx,
  change: { setting: 'support' | 'brand'; before: string; after: string },
) => Promise<void>

/** Renders a brand for its merchant. */
export function brandResponse({ baseUrl }: { baseUrl: string }, brand: BrandRow) {
  const { accent, support, logo_hash } = brand
  return { logo: logo_hash && `${baseUrl}${logoPath(logo_hash)}`, accent, support }
}

/**
 * Changes the parts of the brand that were sent. Owners are notified: a thief could send payers to a telephone of their own.
 * @param by where the request came from, for the audit log.
 * @param record reports a part before it changes, and refuses what must be confirmed first.
 */
export async function setBrand(
  needs: BrandNeeds,
  { merchantId, merchantCode, user }: Session,
  sent: z.output<typeof brandSchema>,
  { by, record }: { by: { address: string; requestId: string }; record: RecordBrandChange },
): Promise<void> {
  const { db, secrets, clock } = needs
  await db.transaction(async (sql) => {
    const now = clock.now()
    await sql.rows(addBrand, [merchantId, now])
    const [before = none] = await sql.rows(lockBrand, [merchantId])
    const { accent = before.accent, support = before.support } = sent
    let [after = none] = await sql.rows(saveBrand, [merchantId, accent, support, now])
    const logo = newLogo(needs, before, sent.logo)
    if (logo !== undefined) [after = none] = await sql.rows(saveLogo, [merchantId, ...valuesOf(logo)])
    const detail = brandResponse({ baseUrl: '' }, after)
    const { support: contact, ...look } = brandResponse({ baseUrl: '' }, before)
    const isMoved = contact !== detail.support
    const isRestyled = look.logo !== detail.logo || look.accent !== detail.accent
    if (!isMoved && !isRestyled) return
    if (isMoved) {
      const change = { before: contact ?? '', after: detail.support ?? '' }
      await record(sql, { setting: 'support', ...change })
    }
    if (isRestyled) await record(sql, { setting: 'brand', before: '', after: '' })
    // guard: brand-audit
    audit(sql, secrets, {
      admin: { name: merchantCode, user, ...by },
      action: 'merchant.brand_changed',
      subject: merchantCode,
      detail,
      now,
    })
  })
}

/** @returns undefined to leave the logo as it is. @throws InvalidBody for the address of any other image. */
function newLogo(
  { baseUrl }: BrandNeeds,
  before: BrandRow,
  sent: SentLogo | null | undefined,
): LogoImage | null | undefined {
  if (!sent || !('address' in sent)) return sent
  const { logo } = brandResponse({ baseUrl }, before)
  // Logos of other addresses are never fetched.
  // guard: logo-address
  if (sent.address === logo) return undefined
  const msg = 'Value error, the logo must be an image, or the address of the current one'
  throw new InvalidBody([{ type: 'value_error', loc: ['body', 'brand', 'logo'], msg, input: sent.address }])
}

function valuesOf(logo: LogoImage | null): unknown[] {
  if (!logo) return [null, null, null, null, null]
  const { bytes, type, width, height } = logo
  return [bytes, createHash('sha256').update(bytes).digest(), type, width, height]
}

/**
 * The route of logos. Whatever the bytes contain, a browser shows them as an image or not at all: the type is the one that was
 * recognized, `nosniff` is set on every response, and a document made of them could run and load nothing.
 */
export const logoRoute = page({
  method: 'GET',
  path: '/brand/:name',
  ...{ priority: 'list', limitedAs: 'page' },
  handle: async ({ db }: { db: ControlSql }, { reply, params }) => {
    const logo = await logoByName(db, params.name ?? '')
    if (!logo) throw new Problem(requestProblems.not_found)
    return reply
      .headers({
        'content-type': logo.type,
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .send(logo.bytes)
  },
})
