// The size of a link's picture, which its page states; what draws the picture is loaded when the first is drawn.
export const previewSize = { width: 1200, height: 630 } as const
