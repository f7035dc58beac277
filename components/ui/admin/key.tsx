import type { ReactNode } from 'react'

/** A key of the keyboard, where there is one: on a screen that is touched it is not shown. */
export function Key({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <kbd
      className={`inline-grid h-4.5 min-w-4.5 place-items-center rounded-sm border border-edge bg-card px-1 font-text text-[0.6875rem]/[1] font-medium whitespace-nowrap text-ink-soft normal-nums pointer-coarse:hidden ${className}`.trim()}
    >
      {children}
    </kbd>
  )
}
