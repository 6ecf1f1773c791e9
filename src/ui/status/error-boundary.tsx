import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  /** A change tries the children again. */
  page?: string
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

type ErrorBoundaryState = { page: string | undefined; failure: { error: unknown } | undefined }

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { page: this.props.page, failure: undefined }

  static getDerivedStateFromProps({ page }: ErrorBoundaryProps, state: ErrorBoundaryState) {
    return page === state.page ? null : { page, failure: undefined }
  }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override render() {
    return this.state.failure ? this.props.fallback(this.state.failure.error) : this.props.children
  }
}
