// Serves the picture of a payment link. Messengers load it when the link is sent to somebody, so it can be drawn for anyone, is
// kept for a while, and shows no amount once the link takes no payment.

import { createHash } from 'node:crypto'
import { type Language, languages } from '../../../kernel/language.ts'
import { logoByName } from '../../../merchants/brand/brand.ts'
import type { Sql } from '../../../platform/database/database.ts'
import { readImage } from '../../../platform/documents/uploaded-file.ts'
import { page } from '../../../platform/http/endpoint.ts'
import { networkOf, openRateLimit, takeFromBudget } from '../../../platform/http/rate-limit.ts'
import { brandOf, type MerchantBrand } from '../../checkout/merchant-brand.ts'
import { textsOf } from '../../checkout/texts.ts'
import { linkPath, placeOfLink } from '../../transaction/payment-link.ts'
import { amountLabel, leadingAmount } from '../amount-choice.ts'
import { closedLink, linkNoticeOf, type OpenLinkNeeds, requireLink } from '../open-link.ts'
import type { OpenLinkRow } from '../queries.ts'
import type { PreviewFacts } from './preview-image.ts'

/** `--deep` and `--deep-soft` of web/checkout/base.css, for a merchant without an accent. */
const ownPanel = { fill: '#0b4a47', ink: '#ffffff', soft: '#bfdcd6' }
/** At about 40 KB each. */
const maxKept = 200
/**
 * Drawing takes some 15 ms of the process. Messengers load a picture once or twice per chat, some from one address for all their
 * users, and a link has one picture per language until it ends. Pictures that are kept cost nothing.
 */
const drawingsOfAddress = { perSecond: 2, burst: 60 }
const drawingsOfLink = { perSecond: 0.1, burst: 10 }
/** Changed with the drawing, so that caches notice. */
const drawing = 3

/**
 * The path of a link's picture, after the address of the link. It has no query, because messengers read it from markup, where not all
 * of them know what an escaped character stands for.
 */
export const previewPath = (language: Language): string => `/preview.${language}.png`

/** The routes of the pictures. Those that were drawn are kept by this process. */
export function linkPreviews() {
  const image = openPreviews()
  const [ofAddress, ofLink] = [openRateLimit(drawingsOfAddress), openRateLimit(drawingsOfLink)]
  return languages.map((language) =>
    page({
      method: 'GET',
      path: `${linkPath}${previewPath(language)}`,
      ...{ priority: 'list', limitedAs: 'page', place: placeOfLink },
      handle: async (needs: OpenLinkNeeds, { request, reply, params }) => {
        const link = await requireLink(needs, params.code ?? '')
        const facts = previewFacts(needs, link, await brandOf(needs.db, link), language)
        const content = contentName(facts)
        reply.headers({
          etag: `"${content}"`,
          'cache-control': 'public, max-age=300',
          'content-security-policy': "default-src 'none'",
          'cross-origin-resource-policy': 'cross-origin',
        })
        if (request.headers['if-none-match'] === `"${content}"`) return reply.code(304).send()
        const draw = () => {
          // guard: preview-budget
          takeFromBudget(ofLink, link.id)
          takeFromBudget(ofAddress, networkOf(request.ip))
          return drawPreview(needs.db, facts)
        }
        return reply.type('image/png').send(await image(content, draw))
      },
    }),
  )
}

async function drawPreview(db: Sql, facts: PreviewFacts): Promise<Buffer> {
  // What draws is large: loaded when the first picture is drawn.
  const { previewImage } = await import('./preview-image.ts')
  const logo = facts.logo === null ? undefined : await logoByName(db, facts.logo.split('/').at(-1) ?? '')
  const image = logo && readImage(logo.bytes)
  return previewImage(facts, typeof image === 'object' ? image : undefined)
}

/** What the picture of a link shows now. */
export function previewFacts(
  needs: Pick<OpenLinkNeeds, 'clock' | 'environments'>,
  link: OpenLinkRow,
  { name, logo, palette }: MerchantBrand,
  language: Language,
): PreviewFacts {
  const texts = textsOf(language)
  const closed = closedLink(needs, link)
  const isTest = link.environment === 'sandbox'
  const amount = leadingAmount(link, language)
  return {
    merchant: name,
    description: link.description,
    // guard: ended-link-preview
    content: closed
      ? { ended: texts.ends[linkNoticeOf(link, closed)].title }
      : {
          label: amount === undefined ? '' : amountLabel(link, language),
          amount: amount ?? amountLabel(link, language),
        },
    logo: logo?.path ?? null,
    panel: palette?.light.panel ?? ownPanel,
    note: { text: isTest ? texts.testMode : texts.secure, isTest },
  }
}

const contentName = (facts: PreviewFacts) =>
  createHash('sha256')
    .update(JSON.stringify([drawing, facts]))
    .digest('base64url')

/** Returns a function that draws a picture, or returns one that was drawn before. Requests for the same one share a drawing. */
function openPreviews(): (content: string, draw: () => Promise<Buffer>) => Promise<Buffer> {
  const kept = new Map<string, Promise<Buffer>>()
  return (content, draw) => {
    const known = kept.get(content)
    if (known) return known
    const drawn = draw()
    kept.set(content, drawn)
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    drawn.catch(() => kept.delete(content))
    return drawn
  }
}
