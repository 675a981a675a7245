// The camera of the till, until it sees a QR code.
import { useEffect, useRef } from 'preact/hooks'
import { watchCamera } from '../../ui/forms/camera.ts'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { partTexts } from './part-texts.ts'

export function CameraDialog({
  seen,
  end,
}: {
  seen: (text: string) => void
  end: (end: 'stopped' | 'no_camera') => void
}) {
  const t = partTexts()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (!video.current) return
    const camera = watchCamera(video.current, (text) => {
      seen(text)
      camera.stop()
    })
    void camera.done.then(end)
    return () => camera.stop()
  }, [])
  return (
    <Dialog title={t.scan} close={() => end('stopped')}>
      <video ref={video} class="till-camera" playsInline muted aria-label={t.scanning} />
      <p>{t.scanning}</p>
    </Dialog>
  )
}
