// What a page shows until its script runs: the frame of every page, without a word that would need translating.
import { markPath, markSize } from '../../web/ui/frame/mark-path.ts'

export const skeleton = `<div class="shell narrow">
<div class="top"><span class="brand"><svg viewBox="0 0 ${markSize} ${markSize}" width="28" height="28" aria-hidden="true"><path d="${markPath}" fill="currentColor"/></svg><span>Likuta</span></span></div>
<div class="page"><div class="waiting"><span></span><span></span><span></span><span></span></div></div>
</div>`
