const GROUND = 'flex min-h-14 flex-wrap items-center gap-3 rounded-lg border border-line px-3 py-2 font-semibold'

/** Both grounds are shown whatever the reader's theme is: their colours are not tokens of it. */
export const GROUND_CLASSES = {
  light: `${GROUND} bg-[oklch(0.985_0.006_85)] text-[oklch(0.23_0.035_245)]`,
  dark: `${GROUND} bg-[oklch(0.185_0.024_250)] text-[oklch(0.965_0.008_85)]`,
}
