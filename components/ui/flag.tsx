type FlagProps = {
  /** Two letters of ISO 3166, in either case; `null` where no single country is meant. */
  iso2: string | null
  size?: 'small' | 'normal' | 'large'
  /** Stands in the place of a flag for several countries: their number. */
  count?: number | null
  lazy?: boolean
}

const BOXES = { small: [24, 16], normal: [36, 24], large: [66, 44] } as const

/** A 3:2 flag with a hairline. Always decoration: the name stands next to it. */
export function Flag({ iso2, size = 'normal', count = null, lazy = true }: FlagProps) {
  const [width, height] = BOXES[size]
  const className = size === 'normal' ? 'flag' : `flag flag-${size}`
  if (iso2 === null || !/^[a-z]{2}$/i.test(iso2)) {
    return (
      <span className={`${className} flag-count`} aria-hidden="true">
        {count}
      </span>
    )
  }

  return (
    // biome-ignore lint/performance/noImgElement: the picture is a prepared vector file; the optimiser would add bytes.
    <img
      className={className}
      src={`/flags/${iso2.toLowerCase()}.svg`}
      width={width}
      height={height}
      alt=""
      loading={lazy ? 'lazy' : undefined}
      decoding="async"
    />
  )
}
