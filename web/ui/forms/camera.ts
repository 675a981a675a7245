// Reads QR codes with the camera, where the browser can detect codes by itself.

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

type Camera = {
  /** Ends when the camera was stopped, or cannot be used any more. */
  done: Promise<'stopped' | 'no_camera'>
  stop(): void
}

/** Shows the camera in a video element, and reports the text of each QR code for as long as it sees it. */
export function watchCamera(video: HTMLVideoElement, seen: (text: string) => void): Camera {
  let isStopped = false
  async function watch(): Promise<'stopped' | 'no_camera'> {
    const Found = detectorClass()
    const stream = await navigator.mediaDevices
      ?.getUserMedia({ video: { facingMode: 'environment' } })
      .catch(() => undefined)
    try {
      if (!Found || !stream) return 'no_camera'
      video.srcObject = stream
      await video.play()
      const detector = new Found({ formats: ['qr_code'] })
      while (!isStopped) {
        const [code] = await detector.detect(video)
        if (code && !isStopped) seen(code.rawValue)
        await new Promise((wake) => setTimeout(wake, pauseMs))
      }
      return 'stopped'
    } catch {
      return isStopped ? 'stopped' : 'no_camera'
    } finally {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
  }
  const stop = () => {
    isStopped = true
  }
  return { done: watch(), stop }
}
