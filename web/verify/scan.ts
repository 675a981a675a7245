// Reads a QR code with the camera, where the browser can detect codes by itself.
import { element } from '../ui/frame/dom.ts'
import type { Texts } from './texts.ts'

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> }
type DetectorClass = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats(): Promise<string[]>
}

const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Whether this browser can scan a QR code. */
export async function canScan(): Promise<boolean> {
  try {
    const formats = (await detectorClass()?.getSupportedFormats()) ?? []
    return formats.includes('qr_code') && navigator.mediaDevices !== undefined
  } catch {
    return false
  }
}

const pauseMs = 150

/**
 * Shows the camera until it sees a QR code.
 * @returns its text; undefined if the dialog was closed; 'no_camera' if the camera cannot be used.
 */
export async function scan(texts: Texts): Promise<string | undefined> {
  const Found = detectorClass()
  if (!Found) return 'no_camera'
  const stream = await navigator.mediaDevices
    .getUserMedia({ video: { facingMode: 'environment' } })
    .catch(() => undefined)
  if (!stream) return 'no_camera'
  const video = element('video', { playsinline: true, muted: true, 'aria-label': texts.scanning })
  video.srcObject = stream
  const dialog = element(
    'dialog',
    { 'aria-label': texts.scan },
    video,
    element('p', {}, texts.scanning),
    element('button', { type: 'button', class: 'main', click: () => dialog.close() }, texts.close),
  )
  document.body.append(dialog)
  dialog.showModal()
  try {
    await video.play()
    const detector = new Found({ formats: ['qr_code'] })
    while (dialog.open) {
      const [code] = await detector.detect(video)
      if (code) return code.rawValue
      await new Promise((wake) => setTimeout(wake, pauseMs))
    }
    return undefined
  } catch {
    return 'no_camera'
  } finally {
    for (const track of stream.getTracks()) track.stop()
    dialog.remove()
  }
}
