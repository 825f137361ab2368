"""Dirac canaries: examples whose gradient is zero but for one coordinate of their own, where it is the clip norm."""
