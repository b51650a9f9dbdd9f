print("Parlando")
