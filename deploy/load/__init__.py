"""Measurements. `make bench` prints what this program does on this machine, `make bench-peers` sets others beside it.

Every figure is a JSON line: what was measured, the unit, median, smallest and largest of the repeats, and the load of
the machine meanwhile. Quote ratios taken within one run; absolute figures move with the machine.
"""
