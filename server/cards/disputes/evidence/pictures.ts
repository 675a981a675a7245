// The pictures among the files of a dispute that are drawn into its evidence.
import { type Sql, statement } from '../../../platform/database/database.ts'

export type Picture = { id: string; name: string; content: Buffer }

type StoredPicture = Picture & { type: 'image/jpeg' | 'image/png' }

const listPictures = statement<StoredPicture>(
  'list_dispute_pictures',
  `select public_id as id, name, type, content from card_dispute_file f
    where dispute_id = $1 and type in ('image/jpeg', 'image/png') order by f.id`,
)

/** The pictures of a dispute that a PDF file can contain as they are. */
export async function picturesOf(sql: Sql, dispute: bigint): Promise<Picture[]> {
  return (await sql.rows(listPictures, [dispute])).filter(
    ({ type, content }) => type === 'image/jpeg' || !needsDecoding(content),
  )
}

const hasAlpha = 4
const headerLength = 33

/**
 * Whether a PNG has to be decoded for a PDF: if it is transparent or interlaced. The library would do it after our call, where a
 * damaged picture could not be caught and a tiny file may become an immense one.
 */
// guard: evidence-picture
function needsDecoding(png: Buffer): boolean {
  const [colourType, interlaced] = [png[25] ?? hasAlpha, png[28]]
  return (colourType & hasAlpha) !== 0 || interlaced !== 0 || png.includes('tRNS', headerLength)
}
