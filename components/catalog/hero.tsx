/** Drawn behind the search, as on the mark: the sun at the horizon and the rings of a signal. */
export function Hero() {
  return (
    <svg className="sunrise" viewBox="0 0 740 380" aria-hidden="true">
      <path d="M250 380a120 120 0 0 1 240 0M192 380a178 178 0 0 1 356 0M126 380a244 244 0 0 1 488 0" />
      <path d="M52 380a318 318 0 0 1 636 0" opacity=".7" />
      <path className="sun" d="M296 380a74 74 0 0 1 148 0z" />
      <circle className="sun" cx="215.8" cy="291" r="5.5" />
      <circle className="dot" cx="484.6" cy="164.6" r="4" />
      <circle className="dot" cx="585.4" cy="265.4" r="4" />
      <circle className="dot" cx="141.3" cy="159.1" r="4" />
    </svg>
  )
}
