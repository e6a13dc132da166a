"""What only this game needs: the workbench on which starting boards are laid out by hand."""
