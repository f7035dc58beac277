/** A hand that goes round a dial: something is under way, nobody knows for how long. */
export function Dial() {
  return (
    <svg
      className="size-18 fill-none stroke-amber stroke-5 small:mb-2 small:size-13"
      viewBox="0 0 72 72"
      aria-hidden="true"
    >
      <circle className="opacity-30" cx="36" cy="36" r="30" />
      <circle
        className="origin-center animate-[dial-turn_2.4s_linear_infinite] [stroke-linecap:round]"
        cx="36"
        cy="36"
        r="30"
        strokeDasharray="47 142"
      />
    </svg>
  )
}
