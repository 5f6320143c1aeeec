interface StarButtonProps {
  isOn: boolean
  /** What gets the star, for screen readers. */
  what: string
  onToggle: () => void
}

/** Shows whether something has a star, and changes it. */
export function StarButton({ isOn, what, onToggle }: StarButtonProps) {
  return (
    <button
      type="button"
      className={isOn ? 'star on' : 'star'}
      aria-pressed={isOn}
      aria-label={`Star ${what}`}
      title={isOn ? 'Take the star away' : 'Give it a star'}
      onClick={onToggle}
    >
      {isOn ? '★' : '☆'}
    </button>
  )
}
