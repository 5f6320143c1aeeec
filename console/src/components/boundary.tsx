import { Component, type ReactNode } from 'react'
import { askServer } from '../lib/connection'

interface BoundaryProps {
  /** What failed, like `This page`. */
  what: string
  children: ReactNode
}

/** Keeps a fault of one part from taking the others with it. */
export class Boundary extends Component<BoundaryProps, { fault: Error | null }> {
  override state: { fault: Error | null } = { fault: null }

  static getDerivedStateFromError(fault: Error) {
    return { fault }
  }

  override componentDidCatch(): void {
    // After an upgrade, the server may answer what this version does not understand.
    void askServer()
  }

  override render() {
    const { fault } = this.state
    if (!fault) return this.props.children
    return (
      <div className="problem" role="alert">
        <span>{this.props.what} could not be shown. Your mail is not affected: the fault is in the console.</span>
        <span className="mono">{fault.message}</span>
        <button type="button" className="button small" onClick={() => this.setState({ fault: null })}>
          Try again
        </button>
        <button type="button" className="button small" onClick={() => location.reload()}>
          Reload the page
        </button>
      </div>
    )
  }
}
