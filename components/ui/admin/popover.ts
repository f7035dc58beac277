/** What opens below a button at the end of a row, over what follows. */
export const POPOVER =
  'absolute end-0 top-[calc(100%+0.375rem)] z-20 grid min-w-56 rounded-[10px] border border-line bg-card whitespace-normal shadow-ticket'
