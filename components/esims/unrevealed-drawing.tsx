/** The seal of a closed eSIM: the sun of the shop with its rings, dashed and without sun while it is not here yet. */
export function UnrevealedDrawing({ isHere }: { isHere: boolean }) {
  return (
    <div
      className={`seal overflow-hidden rounded-xl border border-line bg-paper-2 ${isHere ? 'aspect-[2.1]' : 'aspect-[2.4] border-dashed'} stacked:in-[.pass-stub]:aspect-[3.2]`}
    >
      <svg
        className="size-full fill-none stroke-line-dash stroke-[1.25]"
        viewBox="0 0 420 200"
        preserveAspectRatio="xMidYMax slice"
        aria-hidden="true"
      >
        <g className={isHere ? undefined : '[stroke-dasharray:4_5]'}>
          {[48, 80, 116, 152, 192, 236].map((radius) => (
            <path key={radius} d={`M${210 - radius} 160a${radius} ${radius} 0 0 1 ${2 * radius} 0`} />
          ))}
        </g>
        <path d={isHere ? 'M0 160h420M150 174h120M180 188h60' : 'M0 160h420'} />
        {isHere ? <path className="fill-signal stroke-none" d="M162 160a48 48 0 0 1 96 0z" /> : null}
      </svg>
    </div>
  )
}
