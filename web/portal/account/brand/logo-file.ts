// Makes a logo of a file that the merchant chose: a photo of a phone is scaled down until it is small enough.

const maxBytes = 64 * 1024

/** @returns a data URI, or undefined for a file that is no image. */
export async function logoOf(file: File): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  for (let side = 512; side >= 64; side /= 2) {
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(16, Math.round(bitmap.width * scale))
    canvas.height = Math.max(16, Math.round(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const uri = canvas.toDataURL('image/png')
    // Base64 has four characters for three bytes.
    if (uri.length * 0.75 < maxBytes) return uri
  }
  return undefined
}
