// Checks a file that a merchant sends as evidence. Its bytes decide what it is, not its name. Images lose everything that is
// not needed to draw them, such as where a photo was taken; a PDF that could do something when it is opened is refused.
import { strippedImage } from '../../../merchants/brand/logo-image.ts'
import type { DisputeFileRow } from '../queries.ts'
import { maxFileBytes } from '../schemas.ts'

export type EvidenceFile = { type: DisputeFileRow['type']; bytes: Buffer }
export type FileFault = 'format' | 'size' | 'active'

/** Anything that runs, opens another program or contains another file. */
const activeParts = /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|OpenAction|AA)\b/

/** @param content Base64. */
export function readEvidenceFile(content: string): EvidenceFile | FileFault {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(content)) return 'format'
  const bytes = Buffer.from(content, 'base64')
  // guard: evidence-file-size
  if (bytes.length > maxFileBytes) return 'size'
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return readPdf(bytes)
  const image = strippedImage(bytes)
  if (!image || image.type === 'image/webp') return 'format'
  return { type: image.type, bytes: image.bytes }
}

function readPdf(bytes: Buffer): EvidenceFile | FileFault {
  const text = bytes.toString('latin1')
  if (!/%%EOF\s*$/.test(text.slice(-1_024))) return 'format'
  // Names may be written with #xx for any of their characters.
  const names = text.replace(/#([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  // guard: evidence-active-pdf
  return activeParts.test(names) ? 'active' : { type: 'application/pdf', bytes }
}
