import { Icon } from '#components/ui/icon.tsx'

type FlagProps = {
  /** Two letters of ISO 3166, in either case; `null` where no single country is meant. */
  iso2: string | null
  size?: 'small' | 'normal' | 'large'
  /** Stands in the place of a flag for several countries: their number; a globe where nobody has counted them. */
  count?: number | null
  lazy?: boolean
}

type ListedFlagProps = { flag: string; size?: 'small' | 'normal'; lazy?: boolean }

const BOXES = { small: [24, 16], normal: [36, 24], large: [66, 44] } as const

/** A 3:2 flag with a hairline. Always decoration: the name stands next to it. */
export function Flag({ iso2, size = 'normal', count = null, lazy = true }: FlagProps) {
  if (iso2 === null || !/^[a-z]{2}$/i.test(iso2)) {
    return (
      <span className={`${classOf(size)} flag-count`} aria-hidden="true">
        {count ?? <Icon name="globe" />}
      </span>
    )
  }

  return <Picture src={`/flags/${iso2.toLowerCase()}.svg`} size={size} lazy={lazy} />
}

/** One of many flags of a page: a part of a sheet, so that all of them cost one request. `flag` is from `sheetFlag`. */
export function ListedFlag({ flag, size = 'normal', lazy = true }: ListedFlagProps) {
  return <Picture src={sheetAddress(flag)} size={size} lazy={lazy} />
}

/** Returns the address of a flag on its sheet: `/flags/wanted.svg#jp`. */
export function sheetAddress(flag: string): string {
  return flag.startsWith('-') ? `/flags/others.svg#${flag.slice(1)}` : `/flags/wanted.svg#${flag}`
}

function Picture({ src, size, lazy }: { src: string; size: keyof typeof BOXES; lazy: boolean }) {
  const [width, height] = BOXES[size]

  return (
    // biome-ignore lint/performance/noImgElement: the picture is a prepared vector file; the optimiser would add bytes.
    <img
      className={classOf(size)}
      src={src}
      width={width}
      height={height}
      alt=""
      loading={lazy ? 'lazy' : undefined}
      decoding="async"
    />
  )
}

function classOf(size: keyof typeof BOXES): string {
  return size === 'normal' ? 'flag' : `flag flag-${size}`
}
