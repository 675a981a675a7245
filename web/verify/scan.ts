// The dialog in which the camera reads one QR code.
import { watchCamera } from '../ui/forms/camera.ts'
import { element } from '../ui/frame/dom.ts'
import type { Texts } from './texts.ts'

/** The picture of the camera. */
export const cameraView = (label: string) =>
  element('video', { playsinline: true, muted: true, 'aria-label': label })

/**
 * Shows the camera until it sees a QR code.
 * @returns its text; undefined if the dialog was closed; 'no_camera' if the camera cannot be used.
 */
export async function scan(texts: Texts): Promise<string | undefined> {
  const video = cameraView(texts.scanning)
  const dialog = element(
    'dialog',
    { 'aria-label': texts.scan, close: () => camera.stop() },
    video,
    element('p', {}, texts.scanning),
    element('button', { type: 'button', class: 'main', click: () => dialog.close() }, texts.close),
  )
  let found: string | undefined
  const camera = watchCamera(video, (text) => {
    found = text
    camera.stop()
  })
  document.body.append(dialog)
  dialog.showModal()
  const end = await camera.done
  dialog.remove()
  return end === 'no_camera' ? end : found
}
