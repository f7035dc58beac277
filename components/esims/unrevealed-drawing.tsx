/** The seal of a closed eSIM: the sun of the shop with its rings, dashed and without sun while it is not here yet. */
export function UnrevealedDrawing({ isHere }: { isHere: boolean }) {
  return (
    <div className={isHere ? 'seal' : 'seal seal-empty'}>
      <svg viewBox="0 0 420 200" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
        <g className="rings">
          {[48, 80, 116, 152, 192, 236].map((radius) => (
            <path key={radius} d={`M${210 - radius} 160a${radius} ${radius} 0 0 1 ${2 * radius} 0`} />
          ))}
        </g>
        <path className="horizon" d={isHere ? 'M0 160h420M150 174h120M180 188h60' : 'M0 160h420'} />
        {isHere ? <path className="sun" d="M162 160a48 48 0 0 1 96 0z" /> : null}
      </svg>
    </div>
  )
}
